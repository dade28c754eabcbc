/** The log of the process, as it is when nobody has said otherwise. */
package io.ballast.logging;
