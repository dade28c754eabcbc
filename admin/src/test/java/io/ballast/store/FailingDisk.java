package io.ballast.store;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A disk that does some steps and then fails one, or from there on all, as if the process had been
 * killed. A write that fails has written half of its bytes.
 */
final class FailingDisk implements Disk {
  private final Disk disk = new LocalDisk();
  private final List<String> steps = new ArrayList<>();
  private int left = Integer.MAX_VALUE;
  private boolean killed;
  private Runnable beforeCreate = () -> {};

  /** Fails the step after that many, once. */
  void failAfter(int successes) {
    left = successes;
    killed = false;
  }

  /** Fails every step after that many. */
  void killAfter(int successes) {
    left = successes;
    killed = true;
  }

  void mend() {
    left = Integer.MAX_VALUE;
  }

  /** Runs this, on the thread that writes, before each file is made. */
  void beforeCreate(Runnable action) {
    beforeCreate = action;
  }

  List<String> steps() {
    return steps;
  }

  private boolean fails() {
    if (left > 0) {
      left--;
      return false;
    }
    if (!killed) {
      mend();
    }
    return true;
  }

  private void step(String name) throws IOException {
    if (fails()) {
      throw new IOException("no " + name);
    }
    steps.add(name);
  }

  @Override
  public Output create(Path file) throws IOException {
    beforeCreate.run();
    step("create " + extension(file));
    Output output = disk.create(file);
    return new Output() {
      @Override
      public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
      }

      @Override
      public void write(byte[] bytes, int offset, int length) throws IOException {
        if (fails()) {
          output.write(bytes, offset, length / 2);
          throw new IOException("no write");
        }
        output.write(bytes, offset, length);
        steps.add("write");
      }

      @Override
      void sync() throws IOException {
        step("sync");
        output.sync();
      }

      @Override
      public void close() throws IOException {
        output.close();
      }
    };
  }

  @Override
  public void link(Path file, Path name) throws IOException {
    step("link " + extension(name));
    disk.link(file, name);
  }

  @Override
  public void rename(Path file, Path name) throws IOException {
    step("rename " + extension(file) + " to " + extension(name));
    disk.rename(file, name);
  }

  @Override
  public void syncDirectory(Path directory) throws IOException {
    step("sync directory");
    disk.syncDirectory(directory);
  }

  @Override
  public void delete(Path file) throws IOException {
    step("delete " + extension(file));
    disk.delete(file);
  }

  private static String extension(Path file) {
    String name = file.getFileName().toString();
    return name.substring(name.lastIndexOf('.') + 1);
  }
}
