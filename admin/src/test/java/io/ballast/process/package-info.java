/** Real processes for tests: Ballast as its jar runs it, and the servers that stand behind it. */
package io.ballast.process;
