package io.ballast.loadtest.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Tells a command that it must stop: by Ctrl-C, by {@code quit} on its standard input, or by the
 * end of that. The process lives on until the command has finished, for a while. Thread-safe.
 */
public final class StopSignal implements AutoCloseable {
  private static final Duration TO_FINISH = Duration.ofSeconds(30);

  private final CountDownLatch stopped = new CountDownLatch(1);
  private final CountDownLatch finished = new CountDownLatch(1);

  private StopSignal() {}

  /** A signal that Ctrl-C gives. Closing it lets the process end. */
  public static StopSignal onInterrupt() {
    StopSignal signal = new StopSignal();
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  signal.stop();
                  await(signal.finished, TO_FINISH);
                },
                "stop"));
    return signal;
  }

  /** A signal that nobody gives: to wait for a time. */
  public static StopSignal never() {
    return new StopSignal();
  }

  /** Gives the signal. */
  public void stop() {
    stopped.countDown();
  }

  /** Whether the signal was given. */
  public boolean isStopped() {
    return stopped.getCount() == 0;
  }

  /** Waits for the signal, at most for {@code time}, and answers whether it came. */
  public boolean await(Duration time) {
    return await(stopped, time);
  }

  private static boolean await(CountDownLatch latch, Duration time) {
    try {
      return latch.await(time.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return true;
    }
  }

  /**
   * Reads commands, a line each, on a thread of its own: {@code quit} is the signal, others go to
   * {@code commands}.
   *
   * @param untilEnd whether the end of the input is the signal too
   */
  public void listen(InputStream input, boolean untilEnd, Consumer<String> commands) {
    Thread reader = new Thread(() -> read(input, untilEnd, commands), "commands");
    reader.setDaemon(true);
    reader.start();
  }

  private void read(InputStream input, boolean untilEnd, Consumer<String> commands) {
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(input, StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        String command = line.strip();
        if (command.equals("quit")) {
          stop();
        } else if (!command.isEmpty()) {
          commands.accept(command);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      if (untilEnd) {
        stop();
      }
    }
  }

  @Override
  public void close() {
    finished.countDown();
  }
}
