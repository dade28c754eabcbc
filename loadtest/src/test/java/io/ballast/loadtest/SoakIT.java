package io.ballast.loadtest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A short soak of the packaged program; a long one is a command. */
final class SoakIT {
  @Test
  @Timeout(value = 5, unit = TimeUnit.MINUTES)
  void nothingIsLeftBehindByChurnMovesAndFaultsAtOnce(@TempDir Path folder) throws Exception {
    StringWriter output = new StringWriter();
    StringWriter errors = new StringWriter();
    int status =
        Main.commandLine()
            .setOut(new PrintWriter(output, true))
            .setErr(new PrintWriter(errors, true))
            .execute(
                "soak",
                "--minutes=0.3",
                "--sets=60",
                "--streams=1",
                "--nodes=3",
                "--every=2s",
                "--ballast=" + System.getProperty("ballast.jar"),
                "--folder=" + folder);

    assertThat(status)
        .as("%s%n%s%n%s", errors, output, Files.readString(folder.resolve("proxy.log")))
        .isZero();
    assertThat(folder.resolve("report.html")).exists();
  }
}
