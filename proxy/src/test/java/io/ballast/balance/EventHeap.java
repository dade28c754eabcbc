package io.ballast.balance;

import java.util.Arrays;

/** A binary heap of events: a time, a kind and a number each, earliest first, without objects. */
final class EventHeap {
  private long[] times = new long[1024];
  private long[] events = new long[1024];
  private int size;

  void add(long timeNanos, int kind, int number) {
    if (size == times.length) {
      times = Arrays.copyOf(times, 2 * size);
      events = Arrays.copyOf(events, 2 * size);
    }
    int at = size++;
    while (at > 0 && times[(at - 1) / 2] > timeNanos) {
      times[at] = times[(at - 1) / 2];
      events[at] = events[(at - 1) / 2];
      at = (at - 1) / 2;
    }
    times[at] = timeNanos;
    events[at] = (long) kind << 32 | number;
  }

  boolean isEmpty() {
    return size == 0;
  }

  long firstTime() {
    return times[0];
  }

  int firstKind() {
    return (int) (events[0] >> 32);
  }

  int firstNumber() {
    return (int) events[0];
  }

  void poll() {
    long time = times[--size];
    long event = events[size];
    int at = 0;
    while (2 * at + 1 < size) {
      int child = 2 * at + 1;
      if (child + 1 < size && times[child + 1] < times[child]) {
        child++;
      }
      if (times[child] >= time) {
        break;
      }
      times[at] = times[child];
      events[at] = events[child];
      at = child;
    }
    times[at] = time;
    events[at] = event;
  }
}
