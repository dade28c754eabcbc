/**
 * Configuration files: HOCON text becomes the settings records of the packages that it configures.
 *
 * <p>{@code files -> keys and places -> sections -> settings records}. Reading goes on after a
 * fault, so that one run lists every problem, each with its file and line; settings are handed out
 * only if there is none. The rules of a value are those of the settings records; this package adds
 * what only a file has: types, unknown keys, doubled keys, includes and substitutions.
 */
package io.ballast.conf;
