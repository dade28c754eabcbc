package io.ballast.cluster;

import java.net.InetSocketAddress;

/**
 * Where a connection came from: what is known of it before its first byte.
 *
 * @param listener the name of the listener that accepted it
 * @param source the client's address and port
 */
public record Origin(String listener, InetSocketAddress source) {}
