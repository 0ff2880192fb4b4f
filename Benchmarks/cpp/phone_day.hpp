// What the reference phone-day is, for the programs in C++: numbers of PhoneDay/Workload.swift, the same generator and normal
// sampler as the kernel's, so that a comparison is about events and not about random numbers.

#pragma once

#include <ctime>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <algorithm>
#include <limits>
#include <vector>

namespace phone_day {


constexpr int64_t kSecond = 1'000'000'000;
constexpr int64_t kHorizon = 86'400 * kSecond;
constexpr int64_t kLeg = 1'800 * kSecond;
constexpr double kWalkingSpeed = 1.4;
constexpr int64_t kFirstFix = kSecond / 2;
constexpr int64_t kTimeToFirstFix = 400'000'000;
constexpr double kErrorDeviation = 2.5, kErrorTime = 20;
constexpr double kDistanceFilter = 10;
constexpr int64_t kFirstScan = 30 * kSecond, kScanInterval = 60 * kSecond, kScanTime = kSecond / 2;
constexpr int64_t kUploadBytes = 600;
constexpr double kUplinkRate = 5e6, kUplinkEnergyPerBit = 438.39e-9;
// 600 bytes at 5 Mbit/s, in whole nanoseconds.
constexpr int64_t kTransferTime = 960'000;
constexpr int64_t kPromotion = 260'100'000;
constexpr int64_t kInactivity = 100'000'000, kShortDRXEnd = 120'000'000, kTail = 11'576'000'000;

struct Random {
  uint64_t s[4];

  static uint64_t mix(uint64_t value) {
    uint64_t z = value + 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
  }
  explicit Random(uint64_t seed) {
    for (uint64_t i = 0; i < 4; ++i) s[i] = mix(seed + i * 0x9E3779B97F4A7C15u);
  }
  uint64_t next() {
    const uint64_t sum = s[0] + s[3];
    const uint64_t result = ((sum << 23) | (sum >> 41)) + s[0];
    const uint64_t shifted = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= shifted;
    s[3] = (s[3] << 45) | (s[3] >> 19);
    return result;
  }
  double uniform() { return (double(next() >> 12) + 0.5) * 0x1p-52; }
};

// Marsaglia and Tsang's ziggurat with 256 layers.
struct Normal {
  static constexpr double kTailStart = 3.654152885361009, kLayerArea = 0.00492867323399;
  double edges[257], heights[257];

  static double density(double x) { return std::exp(-0.5 * x * x); }
  Normal() {
    edges[0] = kLayerArea / density(kTailStart);
    edges[1] = kTailStart;
    for (int i = 2; i < 256; ++i)
      edges[i] = std::sqrt(-2 * std::log(kLayerArea / edges[i - 1] + density(edges[i - 1])));
    edges[256] = 0;
    for (int i = 0; i <= 256; ++i) heights[i] = density(edges[i]);
  }
  double next(Random &random) const {
    for (;;) {
      const uint64_t bits = random.next();
      const int layer = int(bits & 255);
      const double x = double(int64_t(bits) >> 11) * 0x1p-52 * edges[layer];
      if (std::abs(x) < edges[layer + 1]) return x;
      if (layer == 0) {
        double a, b;
        do {
          a = -std::log(random.uniform()) / kTailStart;
          b = -std::log(random.uniform());
        } while (b + b < a * a);
        return x < 0 ? -(kTailStart + a) : kTailStart + a;
      }
      if (heights[layer] + random.uniform() * (heights[layer + 1] - heights[layer]) < density(x)) return x;
    }
  }
};

// Time per state, in whole nanoseconds.
template <int States> struct Meter {
  int64_t dwell[States] = {};
  int64_t since = 0;
  int state = 0;

  void enter(int next, int64_t now) {
    dwell[state] += now - since;
    since = now;
    state = next;
  }
  double joules(const double (&watts)[States]) const {
    double sum = 0;
    for (int i = 0; i < States; ++i) sum += watts[i] * (double(dwell[i]) / 1e9);
    return sum;
  }
};

enum GNSS { gnssAcquiring, gnssTracking, gnssStates };
enum WiFi { wifiPowerSave, wifiScan, wifiStates };
enum LTE { lteIdle, ltePromotion, lteTransferring, lteConnected, lteShortDRX, lteLongDRX, lteStates };

constexpr double kGNSSWatts[] = {0.150, 0.045};
constexpr double kWiFiWatts[] = {0.006, 0.300};
constexpr double kLTEWatts[] = {0.020, 1.2107, 1.28804, 1.060, 1.031, 1.013};

inline double walked(int64_t now) {
  const int64_t leg = now / kLeg;
  const int64_t into = (leg & 1) == 0 ? now % kLeg : kLeg;
  return double((leg >> 1) * kLeg + into) * 1e-9 * kWalkingSpeed;
}

struct Outcome {
  int64_t events = 0, deliveries = 0;
  double gnss = 0, wifi = 0, cellular = 0, error95 = 0;
};

// Energies and the error quantile of a day.
inline void conclude(
    Outcome &outcome, const Meter<gnssStates> &gnss, const Meter<wifiStates> &wifi, const Meter<lteStates> &lte,
    int64_t uploaded, std::vector<double> &errors) {
  outcome.gnss = gnss.joules(kGNSSWatts);
  outcome.wifi = wifi.joules(kWiFiWatts);
  outcome.cellular = lte.joules(kLTEWatts) + double(uploaded * 8) * kUplinkEnergyPerBit;
  const auto rank = errors.begin() + std::ptrdiff_t(std::ceil(0.95 * double(errors.size()))) - 1;
  std::nth_element(errors.begin(), rank, errors.end());
  outcome.error95 = std::sqrt(*rank);
}

// Runs days as the options say and prints one line of figures.
template <typename Day> int measure(int count, char **arguments) {
  bool noisy = true;
  long days = 1, seed = 1;
  for (int i = 1; i < count; ++i) {
    if (!std::strcmp(arguments[i], "--no-noise")) noisy = false;
    else if (!std::strcmp(arguments[i], "--days") && i + 1 < count) days = std::atol(arguments[++i]);
    else if (!std::strcmp(arguments[i], "--seed") && i + 1 < count) seed = std::atol(arguments[++i]);
    else return std::fprintf(stderr, "unknown option %s\n", arguments[i]), 64;
  }
  Day day(noisy);
  Outcome last;
  int64_t events = 0;
  const std::clock_t begin = std::clock();
  for (long i = 0; i < days; ++i) {
    last = day.run(uint64_t(seed + i));
    events += last.events;
  }
  const double seconds = double(std::clock() - begin) / CLOCKS_PER_SEC;
  std::printf(
      "days=%ld events=%lld seconds=%.17g deliveries=%lld error_p95_m=%.17g gnss_J=%.17g wifi_J=%.17g cellular_J=%.17g "
      "energy_J=%.17g\n",
      days, (long long)events, seconds, (long long)last.deliveries, last.error95, last.gnss, last.wifi, last.cellular,
      last.gnss + last.wifi + last.cellular);
  return 0;
}

} // namespace phone_day
