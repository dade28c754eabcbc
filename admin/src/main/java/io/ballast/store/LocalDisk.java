package io.ballast.store;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;
import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.TRUNCATE_EXISTING;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;

/** The file system of this machine. */
final class LocalDisk implements Disk {
  private static final class ChannelOutput extends Output {
    private final FileChannel channel;

    ChannelOutput(FileChannel channel) {
      this.channel = channel;
    }

    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      ByteBuffer buffer = ByteBuffer.wrap(bytes, offset, length);
      while (buffer.hasRemaining()) {
        channel.write(buffer);
      }
    }

    @Override
    void sync() throws IOException {
      channel.force(true);
    }

    @Override
    public void close() throws IOException {
      channel.close();
    }
  }

  @Override
  public Output create(Path file) throws IOException {
    return new ChannelOutput(
        FileChannel.open(file, Set.of(CREATE, TRUNCATE_EXISTING, WRITE, NOFOLLOW_LINKS)));
  }

  /** Not every file system has hard links; a copy does the same, only slower. */
  @Override
  public void link(Path file, Path name) throws IOException {
    Path beside = name.resolveSibling(name.getFileName() + ".tmp");
    Files.deleteIfExists(beside);
    try {
      Files.createLink(beside, file);
    } catch (UnsupportedOperationException | FileSystemException e) {
      Files.copy(file, beside, REPLACE_EXISTING);
      try (FileChannel copy = FileChannel.open(beside, WRITE)) {
        copy.force(true);
      }
    }
    rename(beside, name);
    Files.deleteIfExists(beside);
  }

  @Override
  public void rename(Path file, Path name) throws IOException {
    Files.move(file, name, ATOMIC_MOVE);
  }

  @Override
  public void syncDirectory(Path directory) throws IOException {
    try (FileChannel channel = FileChannel.open(directory, READ)) {
      channel.force(true);
    }
  }

  @Override
  public void delete(Path file) throws IOException {
    Files.deleteIfExists(file);
  }
}
