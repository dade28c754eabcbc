/**
 * The language an operator speaks: a line becomes words, words a command, a command a reply.
 * Nothing here knows how lines arrive; a channel reads them and writes the replies. What commands
 * need beyond the engine is a port declared here.
 */
package io.ballast.command;
