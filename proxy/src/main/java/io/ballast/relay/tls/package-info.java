/**
 * TLS at listeners and towards nodes: the files with certificates and keys, what is made of them,
 * and the handler that stands between a socket and its leg. It knows nothing of sessions.
 */
package io.ballast.relay.tls;
