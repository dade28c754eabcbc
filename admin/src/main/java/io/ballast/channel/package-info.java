/**
 * What the admin channels have in common: a listening socket on their one event loop, and the
 * connections that it accepts. What is spoken on them is the business of {@code telnet} and {@code
 * http}.
 */
package io.ballast.channel;
