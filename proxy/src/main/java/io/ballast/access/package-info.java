/**
 * Who may connect: caps on sessions and on the rate of new connections. Pure: time is an argument.
 * The relay asks before it reads a byte of a connection.
 */
package io.ballast.access;
