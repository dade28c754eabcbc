package io.ballast.relay.tls;

import io.netty.util.NetUtil;
import java.util.Optional;
import javax.net.ssl.SNIHostName;

/** Host names as TLS clients ask for them. */
final class ServerNames {
  private ServerNames() {}

  /** The name to ask for (RFC 6066, section 3); empty for an address, which is not asked for. */
  static Optional<SNIHostName> indication(String host) {
    if (NetUtil.isValidIpV4Address(host) || NetUtil.isValidIpV6Address(host)) {
      return Optional.empty();
    }
    try {
      return Optional.of(new SNIHostName(host));
    } catch (IllegalArgumentException noHostName) {
      return Optional.empty();
    }
  }
}
