package io.ballast.http;

import io.ballast.command.Code;
import io.ballast.command.Ending;
import io.ballast.command.Reply;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The lines of a reply, some kilobytes at a time, made while they are read. */
final class ReplyPieces implements Iterator<Bytes> {
  private static final Logger log = LoggerFactory.getLogger(ReplyPieces.class);
  private static final int PIECE_CHARS = 8 * 1024;

  private final Reply reply;
  private boolean ended;

  ReplyPieces(Reply reply) {
    this.reply = reply;
  }

  @Override
  public boolean hasNext() {
    return !ended;
  }

  @Override
  public Bytes next() {
    if (ended) {
      throw new NoSuchElementException();
    }
    StringBuilder piece = new StringBuilder(PIECE_CHARS);
    try {
      while (piece.length() < PIECE_CHARS && reply.lines().hasNext()) {
        piece.append(reply.nextLine()).append('\n');
      }
      if (!reply.lines().hasNext()) {
        ended = true;
        piece.append(reply.ending().line()).append('\n');
      }
    } catch (RuntimeException e) {
      log.error("a reply could not be written to its end", e);
      ended = true;
      piece
          .append(
              new Ending.Err(
                      Code.FAILED, "the reply is cut short by a fault of this program; see its log")
                  .line())
          .append('\n');
    }
    return Bytes.of(piece.toString());
  }
}
