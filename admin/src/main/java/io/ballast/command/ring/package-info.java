/**
 * A what-if tool: the words of the command language, answered from one ring alone, without a proxy
 * and without sockets.
 */
package io.ballast.command.ring;
