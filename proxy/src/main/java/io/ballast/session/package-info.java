/**
 * The live sessions of a cluster: what is known of each, the state it is in, and why it ended. The
 * relay opens and closes them on their event loops; operators and balancing read them and ask them
 * to end.
 */
package io.ballast.session;
