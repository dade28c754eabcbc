package io.ballast.balance;

import io.ballast.cluster.SetId;

/**
 * Finds the number of a set that has live sessions: an open hash table of numbers alone, since the
 * identity stands in each of the set's sessions. Owned by the control thread.
 */
final class SetIndex {
  private static final int FREE = 0;

  private final RowColumns rows;
  private final SetColumns sets;
  // Numbers plus one; a power of two, and at least a third of it free.
  private int[] places = new int[16];
  private int size;

  SetIndex(RowColumns rows, SetColumns sets) {
    this.rows = rows;
    this.sets = sets;
  }

  private SetId set(int place) {
    return rows.session[sets.newest[places[place] - 1]].set();
  }

  private int first(SetId set) {
    return set.tableHash() & (places.length - 1);
  }

  private int after(int place) {
    return (place + 1) & (places.length - 1);
  }

  /** Where the set stands, or where it may be added. */
  private int place(SetId set) {
    int place = first(set);
    while (places[place] != FREE && !set(place).equals(set)) {
      place = after(place);
    }
    return place;
  }

  /** The number of the set, or {@link SessionTable#NONE}. */
  int find(SetId set) {
    return places[place(set)] - 1;
  }

  /** Adds a set that is not there; its first row must be linked before anything else is asked. */
  void add(SetId set, int number) {
    if (3 * (size + 1) > 2 * places.length) {
      grow();
    }
    places[place(set)] = number + 1;
    size++;
  }

  private void grow() {
    int[] old = places;
    places = new int[2 * old.length];
    for (int entry : old) {
      if (entry != FREE) {
        int place = first(rows.session[sets.newest[entry - 1]].set());
        while (places[place] != FREE) {
          place = after(place);
        }
        places[place] = entry;
      }
    }
  }

  /** Removes a set, the rows of which must still be linked, and closes the gap. */
  void remove(SetId set) {
    size--;
    int gap = place(set);
    for (int next = after(gap); places[next] != FREE; next = after(next)) {
      int wanted = first(set(next));
      if (((next - wanted) & (places.length - 1)) >= ((next - gap) & (places.length - 1))) {
        places[gap] = places[next];
        gap = next;
      }
    }
    places[gap] = FREE;
  }
}
