/**
 * The admin HTTP address: health for orchestrators, status for programs, metrics, and the page that
 * shows the balance to people. A request goes from the connection, which bounds its size and time,
 * past the checks of its host and secret, to the endpoint of its path.
 */
package io.ballast.http;
