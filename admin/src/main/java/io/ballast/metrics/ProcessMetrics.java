package io.ballast.metrics;

import com.sun.management.UnixOperatingSystemMXBean;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufAllocatorMetricProvider;
import io.prometheus.metrics.core.metrics.SummaryWithCallback;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.prometheus.metrics.model.snapshots.Quantiles;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * What the process uses of its host: read when it is asked for. What any process or virtual machine
 * has bears the name that it has everywhere.
 */
final class ProcessMetrics {
  /** A part of the virtual machine's memory, and what it uses of it now. */
  private record Area(String name, MemoryUsage usage) {}

  private ProcessMetrics() {}

  static void addTo(Instruments instruments) {
    instruments.add(
        new Readings<>(() -> List.of(ManagementFactory.getRuntimeMXBean()), it -> Labels.EMPTY)
            .with(
                "process_start_time_seconds",
                "When the process started, in seconds since 1970.",
                it -> it.getStartTime() / 1000.0)
            .with(
                "ballast_direct_memory_bytes",
                "Memory outside the heap that is held for bytes on their way.",
                it -> directMemory())
            .with(
                "jvm_threads_current",
                "Threads of the process.",
                it -> ManagementFactory.getThreadMXBean().getThreadCount()));
    instruments.add(
        new Readings<>(ProcessMetrics::areas, it -> Labels.of("area", it.name()))
            .with(
                "jvm_memory_used_bytes",
                "Memory of the virtual machine that is in use.",
                it -> it.usage().getUsed())
            .with(
                "jvm_memory_max_bytes",
                "The most that it may use; -1 if there is no limit.",
                it -> it.usage().getMax()));
    collections(instruments);
    if (ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system) {
      instruments.add(
          new Readings<>(() -> List.of(system), process -> Labels.EMPTY)
              .with(
                  "process_open_fds",
                  "Descriptors that are open.",
                  UnixOperatingSystemMXBean::getOpenFileDescriptorCount)
              .with(
                  "process_max_fds",
                  "How many descriptors may be open.",
                  UnixOperatingSystemMXBean::getMaxFileDescriptorCount));
      instruments.counter(
          "process_cpu_seconds",
          "Processor time that the process has used.",
          () -> (double) system.getProcessCpuTime() / TimeUnit.SECONDS.toNanos(1));
    }
  }

  private static List<Area> areas() {
    var memory = ManagementFactory.getMemoryMXBean();
    return List.of(
        new Area("heap", memory.getHeapMemoryUsage()),
        new Area("nonheap", memory.getNonHeapMemoryUsage()));
  }

  private static long directMemory() {
    return ByteBufAllocator.DEFAULT instanceof ByteBufAllocatorMetricProvider allocator
        ? allocator.metric().usedDirectMemory()
        : 0;
  }

  private static void collections(Instruments instruments) {
    SummaryWithCallback summary =
        SummaryWithCallback.builder()
            .name("jvm_gc_collection_seconds")
            .help("How often and for how long the garbage collectors have run.")
            .labelNames("gc")
            .callback(
                callback -> {
                  for (GarbageCollectorMXBean gc : ManagementFactory.getGarbageCollectorMXBeans()) {
                    callback.call(
                        gc.getCollectionCount(),
                        gc.getCollectionTime() / 1000.0,
                        Quantiles.EMPTY,
                        gc.getName());
                  }
                })
            .build();
    instruments.add(() -> MetricSnapshots.of(summary.collect()), "jvm_gc_collection_seconds");
  }
}
