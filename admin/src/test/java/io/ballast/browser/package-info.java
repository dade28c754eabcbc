/** A real browser for tests, driven over its debugging protocol. */
package io.ballast.browser;
