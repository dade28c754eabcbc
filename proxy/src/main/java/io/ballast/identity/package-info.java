/**
 * What the first bytes of a connection say about who the set is: a small pure parser for each
 * source. The relay asks one with the bytes seen so far and hands every byte on to the node.
 *
 * <p>A PROXY protocol header that a trusted sender puts in front of those bytes is read here too,
 * and the one that a node is to get is written here.
 */
package io.ballast.identity;
