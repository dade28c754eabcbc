package io.ballast.http;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http.QueryStringDecoder;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.netty.handler.timeout.IdleStateEvent;
import io.netty.util.ReferenceCountUtil;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection of the admin HTTP address: takes a request, has it answered, writes the response,
 * and only then takes the next one. Confined to the connection's event loop.
 *
 * <pre>
 *             head                 last byte              response written
 *   SILENT ──────────► RECEIVING ─────────────► ANSWERING ────────────────► SILENT
 *      │                   │                        │ or, after the last one
 *      └─── malformed, too large, too slow ─────────┴──────────► LEAVING ── end of input ──► closed
 * </pre>
 *
 * <p>LEAVING ends the output and discards what still comes, for two seconds at most: closing with
 * unread bytes would send a reset, which destroys a response under way.
 */
final class HttpConnection extends ChannelInboundHandlerAdapter implements Seats.Connected {
  private static final Logger log = LoggerFactory.getLogger(HttpConnection.class);

  /** The longest body of a request, in bytes. */
  static final int MAX_BODY_BYTES = 16 * 1024;

  private static final int LINGER_SECONDS = 2;

  private enum State {
    SILENT,
    RECEIVING,
    ANSWERING,
    LEAVING
  }

  private final Router router;
  private final Seats seats;
  private final RequestDeadline deadline;
  private final String peer;
  private final String source;
  private ChannelHandlerContext ctx;
  private State state = State.SILENT;
  private IncomingRequest request;
  private Optional<Response> refusal = Optional.empty();
  private ByteArrayOutputStream body;
  private ResponseWriter writer;
  private boolean keepAlive;

  /** Speaks HTTP/1.0, which ends a body of unknown length by closing. */
  private boolean oldCaller;

  private boolean inputEnded;

  /** The response is being made; that may take long, and is nothing that the caller can hurry. */
  private boolean executing;

  private boolean advancing;

  /** What was read and has to wait for the response before: at most what one read brings. */
  private final Queue<HttpObject> ahead = new ArrayDeque<>();

  /** A connection that has a seat. */
  HttpConnection(Router router, Seats seats, RequestDeadline deadline, String peer, String source) {
    this.router = router;
    this.seats = seats;
    this.deadline = deadline;
    this.peer = peer;
    this.source = source;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext context) {
    ctx = context;
    writer = new ResponseWriter(context.channel(), this::written);
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext context) {
    writer.resume();
  }

  @Override
  public void channelActive(ChannelHandlerContext context) {
    context.read();
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    ahead.add((HttpObject) message);
    advance();
  }

  /** Takes what has arrived until a request is whole; reads on when it is used up. */
  private void advance() {
    if (advancing) {
      return;
    }
    advancing = true;
    while (!ahead.isEmpty() && state != State.ANSWERING) {
      HttpObject part = ahead.poll();
      try {
        if (state != State.LEAVING) {
          received(part);
        }
      } finally {
        ReferenceCountUtil.release(part);
      }
    }
    advancing = false;
    if (state != State.ANSWERING) {
      ctx.read();
    }
  }

  private void received(HttpObject part) {
    if (part.decoderResult().isFailure()) {
      refuseAndLeave(malformed(part.decoderResult().cause()));
      return;
    }
    if (part instanceof HttpRequest head) {
      begin(head);
    }
    if (state == State.RECEIVING && part instanceof HttpContent content) {
      receive(content);
    }
  }

  private static Response malformed(Throwable cause) {
    if (cause instanceof TooLongHttpLineException) {
      return Response.text(HttpResponseStatus.REQUEST_URI_TOO_LONG, "the address is too long");
    }
    if (cause instanceof TooLongHttpHeaderException) {
      return Response.text(
          HttpResponseStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, "the headers are too large");
    }
    return Response.text(HttpResponseStatus.BAD_REQUEST, "this is no well-formed HTTP request");
  }

  private void begin(HttpRequest head) {
    state = State.RECEIVING;
    request = null;
    body = new ByteArrayOutputStream(0);
    keepAlive = HttpUtil.isKeepAlive(head);
    oldCaller = head.protocolVersion().equals(HttpVersion.HTTP_1_0);
    refusal = accept(head);
    boolean waits = HttpUtil.is100ContinueExpected(head);
    if (declaredLength(head) > MAX_BODY_BYTES) {
      refuseAndLeave(tooLarge());
    } else if (waits && refusal.isPresent()) {
      refuseAndLeave(refusal.get());
    } else if (waits) {
      ctx.writeAndFlush(
          new DefaultFullHttpResponse(
              HttpVersion.HTTP_1_1, HttpResponseStatus.CONTINUE, Unpooled.EMPTY_BUFFER));
    }
  }

  private Optional<Response> accept(HttpRequest head) {
    try {
      QueryStringDecoder target = IncomingRequest.target(head.uri());
      request =
          new IncomingRequest(
              head.method(),
              target.path(),
              target.parameters(),
              head.headers(),
              Bytes.NONE,
              peer,
              source);
    } catch (IllegalArgumentException e) {
      return Optional.of(
          Response.text(HttpResponseStatus.BAD_REQUEST, "the address is not well escaped"));
    }
    return router.refusal(head, request);
  }

  private static long declaredLength(HttpRequest head) {
    return HttpUtil.getContentLength(head, 0L);
  }

  private static Response tooLarge() {
    return Response.text(
        HttpResponseStatus.REQUEST_ENTITY_TOO_LARGE,
        "a body has at most " + MAX_BODY_BYTES + " bytes");
  }

  private void receive(HttpContent content) {
    int more = content.content().readableBytes();
    if (body.size() + more > MAX_BODY_BYTES) {
      refuseAndLeave(tooLarge());
      return;
    }
    byte[] bytes = new byte[more];
    content.content().readBytes(bytes);
    body.writeBytes(bytes);
    if (content instanceof LastHttpContent) {
      arrived();
    }
  }

  private void arrived() {
    answering();
    executing = true;
    CompletionStage<Response> response =
        refusal
            .<CompletionStage<Response>>map(CompletableFuture::completedStage)
            .orElseGet(() -> router.answer(request.withBody(Bytes.of(body.toByteArray()))));
    response.thenAccept(
        ready -> {
          if (ctx.executor().inEventLoop()) {
            write(ready);
          } else {
            ctx.executor().execute(() -> write(ready));
          }
        });
  }

  private void answering() {
    state = State.ANSWERING;
    deadline.arrived();
    seats.asks(this);
  }

  /**
   * Answers a request that is not read to its end, after which the connection is of no more use.
   */
  private void refuseAndLeave(Response response) {
    answering();
    keepAlive = false;
    write(response);
  }

  private void write(Response response) {
    executing = false;
    if (!ctx.channel().isActive()) {
      return;
    }
    boolean hasLength = response.body() instanceof Bytes;
    keepAlive &= !inputEnded && (hasLength || !oldCaller);
    boolean onlyHead = request != null && request.method().equals(HttpMethod.HEAD);
    writer.start(onlyHead ? response.withoutBody() : response, keepAlive, !oldCaller);
    if (writer.isEndless()) {
      ctx.read(); // It shows when the caller has gone.
    }
  }

  private void written() {
    if (!keepAlive) {
      leave();
      return;
    }
    state = State.SILENT;
    seats.isSilent(this);
    deadline.answered();
    // Not from within, so that others have their turn between two requests.
    ctx.executor().execute(this::advance);
  }

  private void leave() {
    state = State.LEAVING;
    seats.leaves(this);
    SocketChannel channel = (SocketChannel) ctx.channel();
    if (inputEnded) {
      channel.close();
      return;
    }
    channel.shutdownOutput();
    channel.config().setAutoRead(true);
    var end = channel.eventLoop().schedule(() -> channel.close(), LINGER_SECONDS, TimeUnit.SECONDS);
    channel.closeFuture().addListener(closed -> end.cancel(false));
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) {
    if (event instanceof ChannelInputShutdownEvent) {
      inputEnded = true;
      if (state != State.ANSWERING || writer.isEndless()) {
        context.close();
      }
    } else if (event == RequestDeadline.EXPIRED) {
      refuseAndLeave(
          Response.text(HttpResponseStatus.REQUEST_TIMEOUT, "the request took too long to arrive"));
    } else if (event instanceof IdleStateEvent && !executing) {
      context.close();
    }
  }

  @Override
  public void evict() {
    ctx.close();
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    seats.isGone(this);
    ahead.forEach(ReferenceCountUtil::release);
    ahead.clear();
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    if (cause instanceof IOException) {
      log.debug("connection lost: peer={} reason={}", peer, cause.getMessage());
    } else {
      log.error("connection closed by a fault: peer={}", peer, cause);
    }
    context.close();
  }
}
