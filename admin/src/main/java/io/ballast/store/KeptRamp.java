package io.ballast.store;

import io.ballast.cluster.Ramp;
import java.util.Optional;

/**
 * A ramp under way, and the configured weight of its node.
 *
 * @param ramp with the steps that it has taken; its node has the weight they have reached
 * @param configured the configured weight, absent if the node is not configured
 */
public record KeptRamp(Ramp ramp, Optional<Integer> configured) {}
