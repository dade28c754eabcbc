package io.ballast.identity;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class IdentitySettingsTest {
  @Test
  void eachSourceLooksAtNoMoreBytesThanItsLimit() {
    assertThat(new IdentitySettings.Sni().source().maxBytes()).isEqualTo(16_384);
    assertThat(new IdentitySettings.MqttClientId().source().maxBytes()).isEqualTo(4_096);
    assertThat(IdentitySettings.PostgresUser.DEFAULT.source().maxBytes()).isEqualTo(10_000);
    assertThat(new IdentitySettings.ProxyProtocol(ProxyIdentity.SET).source().maxBytes()).isZero();
  }

  @Test
  void setsOfTheseSourcesAreTheSameWhenTheyComeBack() {
    assertThat(new IdentitySettings.Sni().source().affine()).isTrue();
    assertThat(new IdentitySettings.MqttClientId().source().affine()).isTrue();
    assertThat(IdentitySettings.PostgresUser.DEFAULT.source().affine()).isTrue();
    assertThat(new IdentitySettings.ProxyProtocol(ProxyIdentity.SET).source().affine()).isTrue();
  }

  @Test
  void encryptionOfPostgresIsRefusedByDefault() {
    assertThat(IdentitySettings.PostgresUser.DEFAULT)
        .isEqualTo(
            new IdentitySettings.PostgresUser(
                PostgresEncryption.REFUSE, PostgresEncryption.REFUSE));
  }
}
