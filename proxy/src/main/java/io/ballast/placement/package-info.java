/**
 * Which node a session is placed on: the load-balancing list of a set, made from one snapshot of
 * its cluster, the live counts and the override table, with a reason for each entry. The relay asks
 * for a list and opens its session's count; balancing writes overrides and expectations.
 */
package io.ballast.placement;
