package io.ballast.conf;

import io.ballast.cluster.HostPort;
import io.ballast.cluster.Network;
import io.ballast.relay.Bind;
import java.net.InetAddress;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * The addresses that the process listens on: two that would be in each other's way are a problem
 * before either is opened. Owned by the thread that reads the file.
 */
final class Binds {
  private static final String KEY = "bind";
  private static final Form<HostPort> ADDRESS = Form.parsed(Binds::address);
  private static final Form<Bind> BIND =
      Form.parsed(
          text ->
              text.startsWith(Bind.PASSED) ? Bind.parse(text) : new Bind.Address(address(text)));

  private final Map<String, Bind> taken = new LinkedHashMap<>();

  /**
   * The address under the key {@code bind}, or a default.
   *
   * @param owner who listens there, for the message
   */
  HostPort read(Section section, String owner, HostPort orElse) {
    HostPort bind = section.get(KEY, ADDRESS, orElse);
    take(section, owner, new Bind.Address(bind));
    return bind;
  }

  /** The same for a listener, which may have a socket that is passed at the start. */
  Bind listener(Section section, String owner, HostPort orElse) {
    Bind bind = section.get(KEY, BIND, new Bind.Address(orElse));
    take(section, owner, bind);
    return bind;
  }

  private void take(Section section, String owner, Bind bind) {
    taken.forEach(
        (other, theirs) -> {
          if (!other.equals(owner) && collide(bind, theirs)) {
            String remedy =
                bind instanceof Bind.Address
                    ? "; choose another port for one"
                    : "; give each a socket of its own";
            section.reject(KEY, other + " listens on " + theirs + remedy);
          }
        });
    taken.putIfAbsent(owner, bind);
  }

  private static boolean collide(Bind a, Bind b) {
    if (a instanceof Bind.Address x && b instanceof Bind.Address y) {
      return collide(x.at(), y.at());
    }
    return a.equals(b);
  }

  private static HostPort address(String text) {
    if (text.startsWith("*")) {
      throw new IllegalArgumentException("write 0.0.0.0 or [::] for all addresses of the host");
    }
    return HostPort.parse(text);
  }

  /** A wildcard address takes the port of every address, whatever the family. */
  private static boolean collide(HostPort a, HostPort b) {
    return a.port() != 0
        && a.port() == b.port()
        && (isWildcard(a) || isWildcard(b) || host(a).equals(host(b)));
  }

  private static boolean isWildcard(HostPort address) {
    return Network.address(address.host()).filter(InetAddress::isAnyLocalAddress).isPresent();
  }

  private static Object host(HostPort address) {
    String name = address.host().toLowerCase(Locale.ROOT);
    String host = name.equals("localhost") ? "127.0.0.1" : name;
    return Network.address(host).<Object>map(h -> h).orElse(host);
  }
}
