package io.ballast.relay;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DirectPiecesTest {
  private final DirectPieces pieces = new DirectPieces();

  @Test
  void longPieceDoesNotWait() {
    assertThat(pieces.add(null, 0, DirectPieces.MAX_BYTES)).isTrue();
    assertThat(pieces.add(null, DirectPieces.MAX_BYTES, DirectPieces.MAX_BYTES + 1)).isFalse();
  }

  @Test
  void onlySoManyWait() {
    int added = 0;
    while (pieces.add(null, added, 1)) {
      added++;
    }
    assertThat(added).isEqualTo(32);
    pieces.send();
    assertThat(pieces.add(null, 0, 1)).isTrue();
  }

  @Test
  void noneEndsBehindItsPartOfTheBuffer() {
    assertThat(pieces.add(null, DirectPieces.MAX_END - 10, 11)).isFalse();
    assertThat(pieces.add(null, DirectPieces.MAX_END - 10, 10)).isTrue();
  }
}
