package io.ballast.conf;

import com.typesafe.config.ConfigObject;
import java.util.List;

/**
 * One file, parsed, its substitutions not resolved yet.
 *
 * @param name the name that problems show
 * @param root the file's keys, those of its includes merged in
 * @param scan the keys of the text itself
 * @param included what its include statements read, in their order
 */
record SourceFile(String name, ConfigObject root, KeyScan scan, List<SourceFile> included) {}
