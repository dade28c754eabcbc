/**
 * Scenarios: a proxy, backends and sets as three processes, commands over the proxy's telnet
 * channel, and a report that says what must hold and whether it did.
 */
package io.ballast.loadtest.scenario;
