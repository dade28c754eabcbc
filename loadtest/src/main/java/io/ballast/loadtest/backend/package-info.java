/** What backends under a load test account for: that each request is served once. */
package io.ballast.loadtest.backend;
