package io.ballast.relay;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.List;

/** Legs that only write down what they are told. */
final class FakeLegs implements Legs {
  private final List<String> commands;
  private long received;

  FakeLegs(List<String> commands) {
    this.commands = commands;
  }

  @Override
  public void connect(InetSocketAddress node, InetAddress local) {
    commands.add("connect");
  }

  @Override
  public void tellClient(ByteBuffer bytes) {
    commands.add("tell client");
  }

  @Override
  public void dropHeld(int bytes) {
    commands.add("drop held");
  }

  @Override
  public void leaveNode() {
    commands.add("leave node");
  }

  @Override
  public void startRelay(byte[] header) {
    commands.add("relay");
  }

  @Override
  public void lasts() {
    // Nothing that the rules could see.
  }

  @Override
  public void finish(Side side) {
    commands.add("finish " + side);
  }

  @Override
  public void stopReading() {
    commands.add("stop");
  }

  @Override
  public void discard() {
    commands.add("discard");
  }

  @Override
  public void tellNode(byte[] bytes) {
    commands.add("tell");
  }

  @Override
  public void close(Side side) {
    commands.add("close " + side);
  }

  @Override
  public void reset(Side side) {
    commands.add("reset " + side);
  }

  @Override
  public void drop(Side side) {
    commands.add("drop " + side);
  }

  @Override
  public long received(Side side) {
    return received;
  }

  /** Each side has sent so many bytes more. */
  void carry(long bytes) {
    received += bytes;
  }

  @Override
  public long discarded() {
    return 0;
  }

  @Override
  public boolean queued(Side side) {
    return false;
  }
}
