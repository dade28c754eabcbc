package io.ballast.relay;

import io.netty.channel.Channel;
import io.netty.channel.DefaultChannelPromise;
import java.util.function.Consumer;

/**
 * The promise of every write to a leg: it is used again and again, never completes, and hands on
 * each failure. An ordinary promise would be garbage for each message, and a void one would bring a
 * failed write as an exception that cannot be told from a failed read. Belongs to the leg's loop.
 */
final class WriteFailure extends DefaultChannelPromise {
  private final Consumer<Throwable> failed;

  WriteFailure(Channel channel, Consumer<Throwable> failed) {
    super(channel);
    this.failed = failed;
  }

  @Override
  public boolean trySuccess(Void result) {
    return true;
  }

  @Override
  public boolean trySuccess() {
    return true;
  }

  @Override
  public boolean tryFailure(Throwable cause) {
    failed.accept(cause);
    return true;
  }
}
