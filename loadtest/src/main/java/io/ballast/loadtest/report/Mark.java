package io.ballast.loadtest.report;

/** An event on a time axis: what an operator did, or what broke. */
public record Mark(double seconds, String text) {}
