package io.ballast.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ballast.command.LiveSet;
import org.junit.jupiter.api.Test;

/** What {@code /api/status} says of nodes that STATUS warns of. */
class StatusJsonTest {
  @Test
  void pinsDeadlinesAndNodesWithTooMuchPinnedAreThere() throws Exception {
    try (SiteFixture site = SiteFixture.open();
        HttpClient client = site.connect()) {
      assertThat(client.get("/api/status").body()).contains("\"pins\":0", "\"guests\":0");
      try (LiveSet set = site.ballast.connect("lobby")) {
        site.ballast.ask("PIN lobby");
        site.ballast.ask("DRAIN " + set.node() + " DEADLINE 1h");
        await()
            .untilAsserted(
                () ->
                    assertThat(client.get("/api/status").body())
                        .contains("\"pins\":1", "\"staying\":1,\"overPinned\":true"));
        assertThat(client.get("/api/status").body())
            .contains("\"deadlines\":[{\"node\":\"" + set.node() + "\",\"deadlineMillis\":");
      }
    }
  }
}
