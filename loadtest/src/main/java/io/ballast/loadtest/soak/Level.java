package io.ballast.loadtest.soak;

import io.ballast.loadtest.report.JsonLine;

/**
 * What the proxy holds at a moment.
 *
 * @param seconds since the start
 * @param residentBytes of the process
 * @param heapBytes of objects, right after a collection
 * @param directBytes held outside of the heap for bytes on their way
 * @param sessions in its registry
 * @param loaded the sum of the live sessions of all nodes
 */
record Level(
    double seconds,
    long residentBytes,
    long heapBytes,
    long directBytes,
    long descriptors,
    long sessions,
    long loaded) {

  JsonLine toJson() {
    return JsonLine.of("level")
        .with("seconds", seconds)
        .with("residentBytes", residentBytes)
        .with("heapBytes", heapBytes)
        .with("directBytes", directBytes)
        .with("descriptors", descriptors)
        .with("sessions", sessions)
        .with("loaded", loaded);
  }
}
