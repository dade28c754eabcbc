package io.ballast.balance;

import java.util.SplittableRandom;

/**
 * How long sets stay: their lifetimes, and what is left of them when one looks at a random time.
 */
enum Lifetimes {
  EXPONENTIAL {
    @Override
    double draw(double mean, SplittableRandom random) {
      return -mean * Math.log(1 - random.nextDouble());
    }

    @Override
    double left(double mean, SplittableRandom random) {
      return draw(mean, random);
    }
  },
  /** Pareto with exponent 1.5, whose variance is infinite. */
  PARETO {
    @Override
    double draw(double mean, SplittableRandom random) {
      return mean / 3 * Math.pow(1 - random.nextDouble(), -1 / 1.5);
    }

    @Override
    double left(double mean, SplittableRandom random) {
      double least = mean / 3;
      double u = random.nextDouble();
      return u < 1 / 3.0 ? 3 * u * least : least * Math.pow(2 / 3.0 / (1 - u), 2);
    }
  },
  /** Nobody leaves. */
  FOR_EVER {
    @Override
    double draw(double mean, SplittableRandom random) {
      return 1e6;
    }

    @Override
    double left(double mean, SplittableRandom random) {
      return 1e6;
    }
  };

  abstract double draw(double mean, SplittableRandom random);

  abstract double left(double mean, SplittableRandom random);

  /** How long a set takes to come back: lognormal, with a median of 1 s. */
  static double returnDelay(SplittableRandom random) {
    double u = 1 - random.nextDouble();
    double normal = Math.sqrt(-2 * Math.log(u)) * Math.cos(2 * Math.PI * random.nextDouble());
    return Math.exp(0.5 * normal);
  }
}
