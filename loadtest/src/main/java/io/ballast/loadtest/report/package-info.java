/**
 * How measurements are written down: lines of JSON for programs, pages of HTML with plots for
 * people. Knows nothing of what is measured.
 */
package io.ballast.loadtest.report;
