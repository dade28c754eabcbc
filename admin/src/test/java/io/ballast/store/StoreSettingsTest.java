package io.ballast.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class StoreSettingsTest {
  @Test
  void defaultIsAFileInTheDirectoryState() {
    assertThat(StoreSettings.DEFAULT.file()).contains(Path.of("state/ballast.state"));
    assertThat(StoreSettings.NONE.file()).isEmpty();
  }

  @Test
  void pathThatNamesNoFileIsRefused() {
    for (String path : new String[] {"", "/"}) {
      assertThatThrownBy(() -> new StoreSettings(Optional.of(Path.of(path))))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContainingAll("file = \"" + path + "\"", "state/ballast.state");
    }
  }
}
