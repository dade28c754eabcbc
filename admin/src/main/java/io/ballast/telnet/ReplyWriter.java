package io.ballast.telnet;

import io.ballast.command.Code;
import io.ballast.command.Ending;
import io.ballast.command.Reply;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.Channel;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes one reply at a time to a connection, pulling its lines only while the connection takes
 * them, and letting other connections have their turn between two pieces. Confined to the
 * connection's event loop.
 */
final class ReplyWriter {
  private static final Logger log = LoggerFactory.getLogger(ReplyWriter.class);
  private static final int PIECE_BYTES = 8 * 1024;

  private final Channel channel;
  private Reply reply;
  private String lineEnd;
  private Runnable done;
  private boolean resuming;

  ReplyWriter(Channel channel) {
    this.channel = channel;
  }

  /**
   * Starts to write. The end of the reply is written but not flushed.
   *
   * @param whenDone run when all of the reply is written, perhaps before this returns
   */
  void start(Reply next, String itsLineEnd, Runnable whenDone) {
    reply = next;
    lineEnd = itsLineEnd;
    done = whenDone;
    resume();
  }

  /** Whether a reply is under way. */
  boolean isWriting() {
    return reply != null;
  }

  /**
   * Goes on when the connection takes bytes again. Writing may call this from within, when it makes
   * the connection take no more; such a call does nothing.
   */
  void resume() {
    if (reply == null || resuming) {
      return;
    }
    resuming = true;
    if (!channel.isWritable()) {
      channel.flush();
    }
    boolean finished = channel.isWritable() && writePiece();
    resuming = false;
    if (finished) {
      reply = null;
      done.run();
    }
  }

  /** Returns whether the reply's last line is written. */
  private boolean writePiece() {
    ByteBuf piece = channel.alloc().buffer(PIECE_BYTES);
    boolean last = fill(piece);
    channel.write(piece);
    if (!last) {
      channel.flush();
      channel.eventLoop().execute(this::resume);
    }
    return last;
  }

  /** Writes lines until the piece is full. Returns whether the reply's last line is among them. */
  private boolean fill(ByteBuf piece) {
    try {
      while (reply.lines().hasNext()) {
        if (piece.readableBytes() >= PIECE_BYTES) {
          return false;
        }
        append(piece, reply.nextLine());
      }
      append(piece, reply.ending().line());
    } catch (RuntimeException e) {
      log.error("a reply could not be written to its end", e);
      Ending.Err cut =
          new Ending.Err(
              Code.FAILED, "the reply is cut short by a fault of this program; see its log");
      append(piece, cut.line());
    }
    return true;
  }

  private void append(ByteBuf piece, String line) {
    ByteBufUtil.writeAscii(piece, line);
    ByteBufUtil.writeAscii(piece, lineEnd);
  }
}
