// The reference phone-day in plain C++: one std::priority_queue of events, state machines as structs, timers cancelled
// by a generation count. Same numbers as PhoneDay/Workload.swift; same generator and normal sampler as the kernel's, so
// that the comparison is about events, not about random numbers.

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <queue>
#include <vector>

namespace {

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

enum class Kind : uint8_t { gnss, wifi, cellular, scan, fix, sample };

struct Event {
  int64_t time;
  uint64_t sequence;
  uint32_t generation;
  Kind kind;
};

// Earliest first; ties by kind, then first-in first-out.
struct Later {
  bool operator()(const Event &a, const Event &b) const {
    if (a.time != b.time) return a.time > b.time;
    if (a.kind != b.kind) return a.kind > b.kind;
    return a.sequence > b.sequence;
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

double walked(int64_t now) {
  const int64_t leg = now / kLeg;
  const int64_t into = (leg & 1) == 0 ? now % kLeg : kLeg;
  return double((leg >> 1) * kLeg + into) * 1e-9 * kWalkingSpeed;
}

struct Outcome {
  int64_t events = 0, deliveries = 0;
  double gnss = 0, wifi = 0, cellular = 0, error95 = 0;
};

class PhoneDay {
public:
  explicit PhoneDay(bool noisy) : noisy_(noisy) { errors_.reserve(86'400); }

  Outcome run(uint64_t seed) {
    queue_ = {};
    sequence_ = 0;
    errors_.clear();
    Outcome outcome;
    Meter<gnssStates> gnss;
    Meter<wifiStates> wifi;
    Meter<lteStates> lte;
    uint32_t lteGeneration = 0;
    int64_t lastByte = 0, uploaded = 0, pending = 0;
    Random random(seed);
    const double memory = noisy_ ? std::exp(-1 / kErrorTime) : 0;
    const double innovation = noisy_ ? kErrorDeviation * std::sqrt(1 - memory * memory) : 0;
    double errorEast = 0, errorNorth = 0;
    if (noisy_) {
      errorEast = kErrorDeviation * normal_.next(random);
      errorNorth = kErrorDeviation * normal_.next(random);
    }
    double heldEast = -std::numeric_limits<double>::infinity(), heldNorth = 0;
    const int64_t transferTime = std::llround(double(kUploadBytes) * (8e9 / kUplinkRate));

    const auto armLTE = [&](int64_t time) { push(time, Kind::cellular, ++lteGeneration); };
    push(kTimeToFirstFix, Kind::gnss, 0);
    push(kFirstFix, Kind::fix, 0);
    push(kFirstFix, Kind::sample, 0);
    push(kFirstScan, Kind::scan, 0);

    while (!queue_.empty() && queue_.top().time <= kHorizon) {
      const Event event = queue_.top();
      queue_.pop();
      const int64_t now = event.time;
      if (event.kind == Kind::cellular && event.generation != lteGeneration) continue;
      ++outcome.events;
      switch (event.kind) {
      case Kind::fix: {
        push(now + kSecond, Kind::fix, 0);
        if (noisy_) {
          errorEast = memory * errorEast + innovation * normal_.next(random);
          errorNorth = memory * errorNorth + innovation * normal_.next(random);
        }
        const double east = walked(now) + errorEast;
        const double dx = east - heldEast, dy = errorNorth - heldNorth;
        if (!(dx * dx + dy * dy >= kDistanceFilter * kDistanceFilter)) break;
        heldEast = east;
        heldNorth = errorNorth;
        ++outcome.deliveries;
        if (pending++ > 0) break;
        if (lte.state == lteIdle) {
          lte.enter(ltePromotion, now);
          armLTE(now + kPromotion);
        } else {
          lte.enter(lteTransferring, now);
          armLTE(now + transferTime);
        }
        break;
      }
      case Kind::sample: {
        push(now + kSecond, Kind::sample, 0);
        const double dx = walked(now) - heldEast;
        errors_.push_back(dx * dx + heldNorth * heldNorth);
        break;
      }
      case Kind::scan:
        push(now + kScanInterval, Kind::scan, 0);
        wifi.enter(wifiScan, now);
        push(now + kScanTime, Kind::wifi, 0);
        break;
      case Kind::wifi:
        wifi.enter(wifiPowerSave, now);
        break;
      case Kind::cellular:
        switch (lte.state) {
        case ltePromotion:
          lte.enter(lteTransferring, now);
          armLTE(now + transferTime);
          break;
        case lteTransferring:
          uploaded += kUploadBytes;
          lastByte = now;
          if (--pending > 0) {
            armLTE(now + transferTime);
          } else {
            lte.enter(lteConnected, now);
            armLTE(lastByte + kInactivity);
          }
          break;
        case lteConnected:
          lte.enter(lteShortDRX, now);
          armLTE(lastByte + kShortDRXEnd);
          break;
        case lteShortDRX:
          lte.enter(lteLongDRX, now);
          armLTE(lastByte + kTail);
          break;
        default:
          lte.enter(lteIdle, now);
        }
        break;
      case Kind::gnss:
        gnss.enter(gnssTracking, now);
        break;
      }
    }
    gnss.enter(gnss.state, kHorizon);
    wifi.enter(wifi.state, kHorizon);
    lte.enter(lte.state, kHorizon);
    outcome.gnss = gnss.joules(kGNSSWatts);
    outcome.wifi = wifi.joules(kWiFiWatts);
    outcome.cellular = lte.joules(kLTEWatts) + double(uploaded * 8) * kUplinkEnergyPerBit;
    const auto rank = errors_.begin() + std::ptrdiff_t(std::ceil(0.95 * double(errors_.size()))) - 1;
    std::nth_element(errors_.begin(), rank, errors_.end());
    outcome.error95 = std::sqrt(*rank);
    return outcome;
  }

private:
  void push(int64_t time, Kind kind, uint32_t generation) { queue_.push({time, sequence_++, generation, kind}); }

  const bool noisy_;
  const Normal normal_;
  std::priority_queue<Event, std::vector<Event>, Later> queue_;
  uint64_t sequence_ = 0;
  std::vector<double> errors_;
};

} // namespace

int main(int count, char **arguments) {
  bool noisy = true;
  long days = 1, seed = 1;
  for (int i = 1; i < count; ++i) {
    if (!std::strcmp(arguments[i], "--no-noise")) noisy = false;
    else if (!std::strcmp(arguments[i], "--days") && i + 1 < count) days = std::atol(arguments[++i]);
    else if (!std::strcmp(arguments[i], "--seed") && i + 1 < count) seed = std::atol(arguments[++i]);
    else return std::fprintf(stderr, "unknown option %s\n", arguments[i]), 64;
  }
  PhoneDay day(noisy);
  Outcome last;
  int64_t events = 0;
  const auto begin = std::chrono::steady_clock::now();
  for (long i = 0; i < days; ++i) {
    last = day.run(uint64_t(seed + i));
    events += last.events;
  }
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  std::printf(
      "days=%ld events=%lld seconds=%.17g deliveries=%lld error_p95_m=%.17g gnss_J=%.17g wifi_J=%.17g cellular_J=%.17g "
      "energy_J=%.17g\n",
      days, (long long)events, seconds, (long long)last.deliveries, last.error95, last.gnss, last.wifi, last.cellular,
      last.gnss + last.wifi + last.cellular);
}
