/**
 * The comparison with other proxies: the same load through each in turn, and what each spent on it.
 */
package io.ballast.loadtest.compare;
