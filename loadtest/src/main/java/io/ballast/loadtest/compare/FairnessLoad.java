package io.ballast.loadtest.compare;

import java.net.InetSocketAddress;
import org.HdrHistogram.Histogram;

/**
 * Many connections with a short message now and then, which are timed, beside few that receive as
 * fast as they can; done are the bytes of those. The two have threads of their own, so that they
 * meet in the proxy and not here.
 */
final class FairnessLoad implements Timed {
  private static final int CHATTY = 1000;
  private static final int SIZE = 64;
  private static final double RATE = 2000;
  private static final int STREAMS = 2;

  private final SteadyLoad chatty;
  private final BulkLoad bulk;

  FairnessLoad(InetSocketAddress to, int threads) {
    chatty = new SteadyLoad(to, CHATTY, SIZE, RATE);
    bulk = new BulkLoad(to, threads, STREAMS);
  }

  @Override
  public void start() {
    chatty.start();
    bulk.start();
  }

  @Override
  public void record() {
    chatty.record();
  }

  @Override
  public Histogram times() {
    return chatty.times();
  }

  @Override
  public long done() {
    return bulk.done();
  }

  @Override
  public long wrong() {
    return chatty.wrong() + bulk.wrong();
  }

  @Override
  public String firstWrong() {
    return chatty.wrong() > 0 ? chatty.firstWrong() : bulk.firstWrong();
  }

  @Override
  public void close() {
    bulk.close();
    chatty.close();
  }
}
