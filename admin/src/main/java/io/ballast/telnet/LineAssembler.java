package io.ballast.telnet;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Assembles lines from bytes that arrive in any pieces, and skips telnet's negotiation (RFC 854):
 * commands of two bytes, options of three, and subnegotiations. A line ends with LF, CR LF or CR
 * NUL (the last is what some clients send for the Enter key, RFC 1123 3.3.1). Memory is bounded by
 * the longest line. Confined to the connection's event loop.
 *
 * <pre>
 *              IAC              WILL WONT DO DONT
 *    DATA ───────────► COMMAND ───────────────────► OPTION ── any ──► DATA
 *     ▲                │  │  └── IAC: a byte 255 of the line ───────► DATA
 *     │   any other    │  │ SB                    IAC
 *     └────────────────┘  └──► SUBNEGOTIATION ◄──────────► ITS_COMMAND ── SE ──► DATA
 * </pre>
 *
 * <p>Two commands are not skipped, since a client that sends them shows nothing more until it has
 * an answer: on Ctrl-C it sends IP and DO TIMING-MARK (RFC 860).
 */
final class LineAssembler {
  private static final int IAC = 255;
  private static final int DONT = 254;
  private static final int DO = 253;
  private static final int WILL = 251;
  private static final int SB = 250;
  private static final int IP = 244;
  private static final int SE = 240;
  private static final int TIMING_MARK = 6;
  private static final int INITIAL_CAPACITY = 128;

  private enum State {
    DATA,
    COMMAND,
    OPTION,
    SUBNEGOTIATION,
    ITS_COMMAND
  }

  /** What the bytes so far amount to. */
  enum Outcome {
    /** A whole line, ready in {@link #line}. */
    LINE,
    /** A line over the limit; the rest of it is skipped as it arrives. */
    TOO_LONG,
    /** The caller wants what is going on to stop; the line it was typing is forgotten. */
    INTERRUPT,
    /** The caller wants {@link #TIMING_MARK_HERE} in what it reads. */
    TIMING_MARK,
    /** Nothing yet, and the input is used up. */
    NEED_MORE
  }

  static final String LF = "\n";
  static final String CRLF = "\r\n";

  /** IAC WILL TIMING-MARK, each character a byte. */
  static final String TIMING_MARK_HERE = "\u00ff\u00fb\u0006";

  private final int maxLineBytes;
  private State state = State.DATA;
  private int option;
  private int subnegotiationBytes;
  private byte[] bytes = new byte[INITIAL_CAPACITY];
  private int length;
  private boolean carriageReturn;
  private boolean skipping;
  private byte[] line = new byte[0];
  private String lineEnd = LF;

  LineAssembler(int maxLineBytes) {
    this.maxLineBytes = maxLineBytes;
  }

  /**
   * Reads on to the end of a line, or to where a line turns out to be too long.
   *
   * @param input read from; the bytes after the line are left in it
   */
  Outcome next(ByteBuffer input) {
    Outcome outcome = Outcome.NEED_MORE;
    while (outcome == Outcome.NEED_MORE && input.hasRemaining()) {
      int b = Byte.toUnsignedInt(input.get());
      outcome = state == State.DATA && b != IAC ? data(b) : negotiation(b);
    }
    return outcome;
  }

  /** The last whole line, without its line end; the caller's to keep. */
  byte[] line() {
    return line;
  }

  /** How the caller ended the last line, and so wants to see lines ended. */
  String lineEnd() {
    return lineEnd;
  }

  /**
   * Forgets the beginning of a line that will never end. Returns whether there was one to answer.
   */
  boolean abandon() {
    boolean unfinished = length > 0 || (carriageReturn && !skipping);
    carriageReturn = false;
    forget();
    return unfinished;
  }

  private Outcome data(int b) {
    boolean ends = b == '\n' || (carriageReturn && b == 0);
    if (ends) {
      return end();
    }
    boolean over = carriageReturn && append('\r');
    carriageReturn = b == '\r';
    if (!carriageReturn) {
      over |= append(b);
    }
    return over ? tooLong() : Outcome.NEED_MORE;
  }

  private Outcome end() {
    lineEnd = carriageReturn ? CRLF : LF;
    carriageReturn = false;
    if (skipping) {
      skipping = false;
      return Outcome.NEED_MORE;
    }
    line = Arrays.copyOf(bytes, length);
    forget();
    return Outcome.LINE;
  }

  /** Adds a byte to the line. Returns true when this makes it too long. */
  private boolean append(int b) {
    if (skipping) {
      return false;
    }
    if (length == maxLineBytes) {
      return true;
    }
    if (length == bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.min(2 * length, maxLineBytes));
    }
    bytes[length++] = (byte) b;
    return false;
  }

  private Outcome tooLong() {
    skipping = true;
    forget();
    return Outcome.TOO_LONG;
  }

  private void forget() {
    length = 0;
    if (bytes.length > INITIAL_CAPACITY) {
      bytes = new byte[INITIAL_CAPACITY];
    }
  }

  private Outcome negotiation(int b) {
    switch (state) {
      case DATA -> state = State.COMMAND;
      case COMMAND -> {
        return command(b);
      }
      case OPTION -> {
        state = State.DATA;
        return option == DO && b == TIMING_MARK ? Outcome.TIMING_MARK : Outcome.NEED_MORE;
      }
      case SUBNEGOTIATION -> subnegotiation(b);
      case ITS_COMMAND -> state = b == SE ? State.DATA : State.SUBNEGOTIATION;
    }
    return Outcome.NEED_MORE;
  }

  private Outcome command(int b) {
    state = State.DATA;
    if (b == IAC) {
      return data(IAC);
    }
    if (b == IP) {
      abandon();
      return Outcome.INTERRUPT;
    }
    if (b == SB) {
      subnegotiationBytes = 0;
      state = State.SUBNEGOTIATION;
    } else if (b >= WILL && b <= DONT) {
      option = b;
      state = State.OPTION;
    }
    return Outcome.NEED_MORE;
  }

  /** A subnegotiation longer than a line is taken for noise: the line that it stands in goes on. */
  private void subnegotiation(int b) {
    subnegotiationBytes++;
    if (subnegotiationBytes > maxLineBytes) {
      state = State.DATA;
    } else if (b == IAC) {
      state = State.ITS_COMMAND;
    }
  }
}
