package io.ballast.loadtest;

import com.typesafe.config.ConfigFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** From words of the command line to values. */
final class Conversions {
  private static final Pattern TIME = Pattern.compile("[0-9]+(ms|s|m|h|d)");
  private static final Pattern ADDRESS = Pattern.compile("([^:]*):([0-9]{1,5})");
  private static final int MAX_PORT = 65_535;

  private Conversions() {}

  /** A time such as {@code 500ms} or {@code 10m}. */
  static final class Time implements ITypeConverter<Duration> {
    @Override
    public Duration convert(String value) {
      if (!TIME.matcher(value).matches()) {
        throw new TypeConversionException(
            value + " is not a time: a whole number with ms, s, m, h or d, such as 30s");
      }
      return ConfigFactory.parseString("time = " + value).getDuration("time");
    }
  }

  /** An address, {@code host:port}. */
  static final class Address implements ITypeConverter<InetSocketAddress> {
    @Override
    public InetSocketAddress convert(String value) throws UnknownHostException {
      Matcher address = ADDRESS.matcher(value);
      if (!address.matches() || Integer.parseInt(address.group(2)) > MAX_PORT) {
        throw new TypeConversionException(
            value + " is not an address: host:port, such as 127.0.0.1:6800");
      }
      return new InetSocketAddress(
          InetAddress.getByName(address.group(1)), Integer.parseInt(address.group(2)));
    }
  }

  /** How many sets of which names: {@code 5000}, or {@code asia=2000,hub=500}. */
  static final class Groups implements ITypeConverter<SetGroups> {
    @Override
    public SetGroups convert(String value) {
      Map<String, Integer> groups = new LinkedHashMap<>();
      for (String part : value.split(",", -1)) {
        int equals = part.indexOf('=');
        String name = equals < 0 ? SetGroups.DEFAULT_NAME : part.substring(0, equals);
        if (groups.put(name, count(part.substring(equals + 1))) != null) {
          throw new TypeConversionException("group " + name + " is there twice");
        }
      }
      try {
        return new SetGroups(groups);
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(e.getMessage());
      }
    }

    private static int count(String word) {
      try {
        return Integer.parseInt(word);
      } catch (NumberFormatException e) {
        throw new TypeConversionException(
            word + " is not a number of sets: give 5000, or asia=2000,hub=500");
      }
    }
  }
}
