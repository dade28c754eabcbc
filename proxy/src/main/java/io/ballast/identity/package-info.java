/**
 * What the first bytes of a connection say about who the set is: a small pure parser for each
 * source. The relay asks one with the bytes seen so far and hands every byte on to the node.
 */
package io.ballast.identity;
