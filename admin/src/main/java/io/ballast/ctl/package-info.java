/** The one-shot client of the text channel: sends one command and prints its reply, for scripts. */
package io.ballast.ctl;
