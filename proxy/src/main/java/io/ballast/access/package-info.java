/**
 * Who may connect: networks, caps on sessions and unidentified connections, the rate of new ones.
 * Pure: time is an argument. The relay asks before it reads a byte of a connection.
 */
package io.ballast.access;
