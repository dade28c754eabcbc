/** The processes that take part in a measurement: started, spoken to, weighed, and ended. */
package io.ballast.loadtest.process;
