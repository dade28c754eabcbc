package io.ballast.telnet;

import io.ballast.command.Answer;
import io.ballast.command.Caller;
import io.ballast.command.Code;
import io.ballast.command.CommandLine;
import io.ballast.command.Language;
import io.ballast.command.Reply;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.timeout.IdleStateEvent;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One operator's conversation: takes a line, has it executed, writes the reply, and only then takes
 * the next line. Changes of different sets are the exception: they are begun as they come, replies
 * keep their order, and any other line waits until they are answered. Bytes are read from the
 * socket only when all earlier ones are used up, so what a caller sends ahead waits in the kernel.
 * Confined to the connection's event loop.
 */
final class TelnetConnection extends ChannelInboundHandlerAdapter {
  private static final Logger log = LoggerFactory.getLogger(TelnetConnection.class);

  private final Language language;
  private final Caller caller;
  private final Duration authWithin;
  private final LineAssembler lines = new LineAssembler(CommandLine.MAX_BYTES);

  private ChannelHandlerContext ctx;
  private ReplyWriter writer;
  private Future<?> authDeadline = CompletableFuture.completedFuture(null);

  private ByteBuffer input = ByteBuffer.allocate(0);
  private boolean inputEnded;

  /** An answer is being made, held back or written; no line is taken meanwhile. */
  private boolean busy;

  /** Set while replies are repeated; the timer of the next one runs unless {@link #busy}. */
  private Answer.Repeating repeating;

  /** Changes under way; lines are taken meanwhile. */
  private final SideBySide changes = new SideBySide();

  /** What is to be done when {@link #changes} are answered; no line is taken before. */
  private Runnable afterChanges;

  private Future<?> timer = CompletableFuture.completedFuture(null);
  private boolean advancing;
  private boolean leaving;
  private boolean gone;

  /**
   * A conversation to begin.
   *
   * @param authWithin how long a caller that is not trusted has to become so
   */
  TelnetConnection(Language language, Caller caller, Duration authWithin) {
    this.language = language;
    this.caller = caller;
    this.authWithin = authWithin;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext context) {
    ctx = context;
    writer = new ReplyWriter(context.channel());
  }

  @Override
  public void channelActive(ChannelHandlerContext context) {
    if (!caller.isTrusted()) {
      authDeadline = schedule(this::checkTrusted, authWithin);
    }
    context.read();
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    ByteBuf read = (ByteBuf) message;
    try {
      if (input.hasRemaining()) {
        throw new IllegalStateException("bytes were read before the earlier ones were used up");
      }
      input = ByteBuffer.wrap(ByteBufUtil.getBytes(read));
    } finally {
      read.release();
    }
    advance();
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) {
    if (event instanceof ChannelInputShutdownEvent) {
      inputEnded = true;
      advance();
    } else if (event instanceof IdleStateEvent) {
      idle();
    }
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext context) {
    writer.resume();
  }

  /** Takes lines until an answer has to be waited for, or the input is used up. */
  private void advance() {
    if (advancing || gone) {
      return;
    }
    advancing = true;
    while (!busy && !gone && step()) {
      // Each turn writes a reply or takes a line.
    }
    advancing = false;
    if (gone) {
      return;
    }
    ctx.flush();
    if (busy || afterChanges != null) {
      return;
    }
    if (!inputEnded) {
      if (!input.hasRemaining()) {
        ctx.read();
      }
    } else if (changes.isEmpty()) {
      leave();
    }
  }

  /** Does what comes next. Returns false when that has to be waited for. */
  private boolean step() {
    if (changes.hasNext()) {
      busy = true;
      deliver(changes.next());
      return true;
    }
    if (afterChanges == null) {
      return takeLine();
    }
    if (!changes.isEmpty()) {
      return false;
    }
    Runnable next = afterChanges;
    afterChanges = null;
    next.run();
    return true;
  }

  /** Takes what comes next from the input. Returns false when that has to be waited for. */
  private boolean takeLine() {
    switch (lines.next(input)) {
      case LINE -> {
        stopRepeating();
        execute(lines.line());
      }
      case TOO_LONG -> {
        stopRepeating();
        whenChangesAreAnswered(() -> write(CommandLine.tooLong()));
      }
      case INTERRUPT -> stopRepeating();
      case TIMING_MARK -> whenChangesAreAnswered(this::writeTimingMark);
      case NEED_MORE -> {
        return inputEnded && changes.isEmpty() && takeEnd();
      }
    }
    return true;
  }

  private void execute(byte[] line) {
    if (CommandLine.isBlank(line)) {
      return;
    }
    Optional<String> set = language.onlySet(line, caller);
    if (changes.takes(set)) {
      CompletableFuture<Answer> answer = language.run(line, caller).toCompletableFuture();
      changes.add(set.get(), answer);
      if (!answer.isDone()) {
        answer.thenRun(() -> ctx.executor().execute(this::advance));
      }
      return;
    }
    whenChangesAreAnswered(
        () -> {
          busy = true;
          await(language.run(line, caller));
        });
  }

  /** The next step, once no change is under way. */
  private void whenChangesAreAnswered(Runnable next) {
    afterChanges = next;
  }

  private void writeTimingMark() {
    ctx.write(Unpooled.copiedBuffer(LineAssembler.TIMING_MARK_HERE, StandardCharsets.ISO_8859_1));
  }

  /** Takes the end of the input. Returns whether it came inside a line, which is then answered. */
  private boolean takeEnd() {
    stopRepeating();
    boolean cut = lines.abandon();
    if (cut) {
      write(Reply.error(Code.USAGE, "the last line has no line end, so it was not executed"));
    }
    return cut;
  }

  private void await(CompletionStage<? extends Answer> stage) {
    CompletableFuture<? extends Answer> future = stage.toCompletableFuture();
    if (future.isDone()) {
      deliver(future.join());
    } else {
      future.thenAccept(answer -> ctx.executor().execute(() -> deliver(answer)));
    }
  }

  private void deliver(Answer answer) {
    if (gone) {
      return;
    }
    if (answer instanceof Answer.Delayed delayed) {
      timer = schedule(() -> write(delayed.reply()), delayed.delay());
    } else if (answer instanceof Answer.Repeating again) {
      repeating = again;
      repeat();
    } else if (answer instanceof Answer.Last last) {
      leaving = true;
      write(last.reply());
    } else {
      write((Reply) answer);
    }
  }

  private void write(Reply reply) {
    busy = true;
    writer.start(reply, lines.lineEnd(), this::written);
  }

  private void written() {
    busy = false;
    if (leaving) {
      leave();
    } else if (repeating != null) {
      timer = schedule(this::repeat, repeating.period());
    }
    advance();
  }

  private void repeat() {
    busy = true;
    await(repeating.replies().get());
  }

  private void stopRepeating() {
    if (repeating != null) {
      repeating = null;
      timer.cancel(false);
    }
  }

  private void idle() {
    boolean executing = (busy || !changes.isEmpty()) && !writer.isWriting();
    if (!executing) {
      dismiss(Reply.error(Code.REFUSED, "idle for too long: connect again"));
    }
  }

  private void checkTrusted() {
    if (!caller.isTrusted()) {
      dismiss(
          Reply.error(
              Code.DENIED, "no secret within " + authWithin.toSeconds() + " s: connect again"));
    }
  }

  /** Ends the conversation from this side, with a last word if the caller is listening. */
  private void dismiss(Reply lastWord) {
    if (busy || !changes.isEmpty() || !ctx.channel().isWritable()) {
      ctx.close();
    } else {
      stopRepeating();
      leaving = true;
      write(lastWord);
    }
  }

  private void leave() {
    if (!gone) {
      ctx.pipeline().replace(this, null, new LingeringClose(inputEnded));
    }
  }

  @Override
  public void handlerRemoved(ChannelHandlerContext context) {
    cleanUp();
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    cleanUp();
  }

  private void cleanUp() {
    gone = true;
    timer.cancel(false);
    authDeadline.cancel(false);
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    if (cause instanceof IOException) {
      log.debug("connection lost: peer={} reason={}", caller.peer(), cause.getMessage());
    } else {
      log.error("connection closed by a fault: peer={}", caller.peer(), cause);
    }
    context.close();
  }

  private Future<?> schedule(Runnable task, Duration delay) {
    return ctx.executor().schedule(task, delay.toNanos(), TimeUnit.NANOSECONDS);
  }
}
