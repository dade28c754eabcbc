package io.ballast.conf;

import com.typesafe.config.ConfigObject;

/**
 * A configuration with its includes and substitutions done.
 *
 * @param name the name of the main file
 * @param root its keys
 * @param index where they stand
 */
record Document(String name, ConfigObject root, KeyIndex index) {}
