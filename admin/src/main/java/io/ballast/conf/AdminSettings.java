package io.ballast.conf;

import io.ballast.http.HttpSettings;
import io.ballast.telnet.TelnetSettings;

/**
 * What the section {@code admin} says.
 *
 * @param telnet the text channel
 * @param http the HTTP address
 */
record AdminSettings(TelnetSettings telnet, HttpSettings http) {
  static AdminSettings defaults() {
    return new AdminSettings(TelnetSettings.defaults(), HttpSettings.defaults());
  }
}
