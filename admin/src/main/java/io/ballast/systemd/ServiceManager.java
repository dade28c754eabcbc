package io.ballast.systemd;

import io.ballast.relay.PassedSockets;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The program that started this process and waits to hear of it, systemd as a rule; see {@code
 * sd_notify(3)} and {@code sd_listen_fds(3)} for its protocols. When there is none nobody is told
 * anything. A message that cannot be sent is a line in the log, no more. Methods may be called from
 * any thread but an event loop.
 */
public final class ServiceManager implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(ServiceManager.class);

  private static final String NOTIFY_SOCKET = "NOTIFY_SOCKET";

  /** What a service needs on top of the grace of its sessions to end. */
  private static final Duration TO_END = Duration.ofSeconds(15);

  private final Optional<NotifySocket> socket;
  private final Optional<Duration> watchdogTimeout;
  private final PassedSockets sockets;
  private Watchdog watchdog;

  private ServiceManager(
      Optional<NotifySocket> socket, Optional<Duration> watchdogTimeout, PassedSockets sockets) {
    this.socket = socket;
    this.sockets = sockets;
    this.watchdogTimeout = watchdogTimeout;
  }

  /** No service manager: nobody is told anything. */
  public static ServiceManager none() {
    return new ServiceManager(Optional.empty(), Optional.empty(), PassedSockets.NONE);
  }

  /**
   * The manager that the environment tells of, by {@code NOTIFY_SOCKET}, {@code WATCHDOG_USEC},
   * {@code WATCHDOG_PID}, {@code LISTEN_FDS}, {@code LISTEN_FDNAMES} and {@code LISTEN_PID}.
   *
   * @param pid the id of this process
   */
  public static ServiceManager of(Map<String, String> environment, long pid) {
    return new ServiceManager(
        socket(environment.getOrDefault(NOTIFY_SOCKET, "")),
        Watchdog.timeout(environment, pid),
        ListenFds.of(environment, pid));
  }

  private static Optional<NotifySocket> socket(String name) {
    if (name.isEmpty()) {
      return Optional.empty();
    }
    try {
      return Optional.of(new NotifySocket(name));
    } catch (IOException e) {
      log.warn("{} = {}: nobody is told when this is ready: {}", NOTIFY_SOCKET, name, e.toString());
      return Optional.empty();
    }
  }

  /** The sockets that it opened for this process. */
  public PassedSockets sockets() {
    return sockets;
  }

  /** The service does its work, for the first time or after a reload. */
  public void ready(String status) {
    send("READY=1\nSTATUS=" + oneLine(status));
  }

  /**
   * The service reads its configuration again; {@link #ready} must follow, whatever comes of it.
   */
  public void reloading() {
    // The virtual machine reads System.nanoTime from the clock that the protocol asks for.
    long micros = TimeUnit.NANOSECONDS.toMicros(System.nanoTime());
    send("RELOADING=1\nMONOTONIC_USEC=" + micros + "\nSTATUS=reading the configuration again");
  }

  /**
   * The service ends. The manager is asked for as much time as that may take.
   *
   * @param grace how long its sessions may take to end
   */
  public void stopping(Duration grace) {
    long micros = TimeUnit.MILLISECONDS.toMicros(grace.plus(TO_END).toMillis());
    send(
        "STOPPING=1\nEXTEND_TIMEOUT_USEC="
            + micros
            + "\nSTATUS=ending its sessions within "
            + grace.toSeconds()
            + " s");
  }

  /**
   * Sends signs of life from now on, if the manager wants them, for as long as every one of these
   * threads runs what it is given.
   *
   * @param threads by their names
   */
  public synchronized void watch(Map<String, Executor> threads) {
    if (watchdog == null && socket.isPresent() && watchdogTimeout.isPresent()) {
      watchdog = new Watchdog(threads, () -> send("WATCHDOG=1"));
      watchdog.start(watchdogTimeout.get());
    }
  }

  private void send(String message) {
    socket.ifPresent(
        to -> {
          try {
            to.send(message);
          } catch (IOException e) {
            log.warn(
                "the service manager is not told {}: {}",
                message.lines().findFirst().orElse(""),
                e.toString());
          }
        });
  }

  private static String oneLine(String text) {
    return text.replace('\n', ' ');
  }

  /** Sends no more signs of life; other messages may still be sent. */
  public synchronized void stopWatching() {
    if (watchdog != null) {
      watchdog.close();
    }
  }

  @Override
  public void close() {
    stopWatching();
    socket.ifPresent(NotifySocket::close);
  }
}
