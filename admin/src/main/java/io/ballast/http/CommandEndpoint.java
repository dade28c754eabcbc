package io.ballast.http;

import io.ballast.command.Answer;
import io.ballast.command.Caller;
import io.ballast.command.Code;
import io.ballast.command.CommandLine;
import io.ballast.command.Ending;
import io.ballast.command.Language;
import io.ballast.command.Quoting;
import io.ballast.command.Reply;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * {@code POST /api/command}: one line of the operator's language as the body, its reply as the
 * response. The parameter {@code cluster} does what USE does. Since a change is made here, a
 * request must carry a header that no web site can make a browser send to another one.
 */
final class CommandEndpoint {
  /** The header that a command must carry, with any value. */
  static final String HEADER = "ballast-command";

  private static final String TYPE = "text/plain";

  private final Language language;

  /** Carries commands out in this language. */
  CommandEndpoint(Language language) {
    this.language = language;
  }

  Endpoint endpoint() {
    return new Endpoint(HttpMethod.POST, false, this::answer);
  }

  private CompletionStage<Response> answer(IncomingRequest request) {
    Optional<Response> fault = fault(request);
    if (fault.isPresent()) {
      return CompletableFuture.completedStage(fault.get());
    }
    byte[] line = withoutLineEnd(request.body().copy());
    Caller caller = new Caller("http/" + request.peer(), request.source(), true);
    List<String> cluster = request.parameters().getOrDefault("cluster", List.of());
    if (cluster.isEmpty()) {
      return run(line, caller);
    }
    String use = "USE " + Quoting.word(cluster.get(0));
    return language
        .run(use.getBytes(StandardCharsets.US_ASCII), caller)
        .thenCompose(
            used -> {
              boolean chosen = used instanceof Reply reply && reply.ending() instanceof Ending.Ok;
              return chosen ? run(line, caller) : CompletableFuture.completedStage(response(used));
            });
  }

  private CompletionStage<Response> run(byte[] line, Caller caller) {
    return language.run(line, caller).thenApply(CommandEndpoint::response);
  }

  private static Optional<Response> fault(IncomingRequest request) {
    if (!request.headers().contains(HEADER)) {
      return refused(HttpResponseStatus.FORBIDDEN, "a command needs the header Ballast-Command: 1");
    }
    String type = request.headers().get(HttpHeaderNames.CONTENT_TYPE, "");
    if (!type.toLowerCase(Locale.ROOT).matches(TYPE + "\\s*(;.*)?")) {
      return refused(
          HttpResponseStatus.UNSUPPORTED_MEDIA_TYPE, "a command is sent as Content-Type: " + TYPE);
    }
    byte[] line = withoutLineEnd(request.body().copy());
    if (CommandLine.isBlank(line)) {
      return refused(HttpResponseStatus.BAD_REQUEST, "the body is one command, such as STATUS");
    }
    for (byte b : line) {
      if (b == '\n') {
        return refused(
            HttpResponseStatus.BAD_REQUEST, "the body is one command; send a request for each");
      }
    }
    return line.length > CommandLine.MAX_BYTES
        ? Optional.of(response(CommandLine.tooLong()))
        : Optional.empty();
  }

  private static Optional<Response> refused(HttpResponseStatus status, String why) {
    return Optional.of(Response.text(status, why));
  }

  private static byte[] withoutLineEnd(byte[] body) {
    int length = body.length;
    if (length > 0 && body[length - 1] == '\n') {
      length--;
    }
    if (length > 0 && body[length - 1] == '\r') {
      length--;
    }
    return Arrays.copyOf(body, length);
  }

  private static Response response(Answer answer) {
    if (answer instanceof Answer.Delayed delayed) {
      return response(delayed.reply());
    }
    if (answer instanceof Answer.Last last) {
      return response(last.reply());
    }
    if (answer instanceof Reply reply) {
      return Response.of(
          status(reply.ending()), Response.TEXT, new Body.Pieces(new ReplyPieces(reply)));
    }
    return Response.text(
        HttpResponseStatus.BAD_REQUEST, "this command repeats; /api/events does so here");
  }

  private static HttpResponseStatus status(Ending ending) {
    return ending instanceof Ending.Err error ? status(error.code()) : HttpResponseStatus.OK;
  }

  private static HttpResponseStatus status(Code code) {
    return switch (code) {
      case USAGE, UNKNOWN -> HttpResponseStatus.BAD_REQUEST;
      case NOT_FOUND -> HttpResponseStatus.NOT_FOUND;
      case CONFLICT, REFUSED -> HttpResponseStatus.CONFLICT;
      case DENIED -> HttpResponseStatus.FORBIDDEN;
      case FAILED -> HttpResponseStatus.INTERNAL_SERVER_ERROR;
    };
  }
}
