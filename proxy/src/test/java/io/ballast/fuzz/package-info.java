/** Fuzzing of parsers: damaged and random inputs from printed seeds. */
package io.ballast.fuzz;
