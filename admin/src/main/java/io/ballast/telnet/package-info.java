/**
 * The operators' text channel: a listener with an event loop of its own, so that no traffic of the
 * proxy delays it. It turns bytes into lines, hands them to the command language in order, and
 * writes replies as fast as they are read.
 */
package io.ballast.telnet;
