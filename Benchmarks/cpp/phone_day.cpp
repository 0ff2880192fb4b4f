// The reference phone-day in plain C++: one std::priority_queue of events, state machines as structs, timers cancelled
// by a generation count.

#include "phone_day.hpp"

#include <queue>

namespace {

using namespace phone_day;

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
          armLTE(now + kTransferTime);
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
          armLTE(now + kTransferTime);
          break;
        case lteTransferring:
          uploaded += kUploadBytes;
          lastByte = now;
          if (--pending > 0) {
            armLTE(now + kTransferTime);
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
    conclude(outcome, gnss, wifi, lte, uploaded, errors_);
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

int main(int count, char **arguments) { return phone_day::measure<PhoneDay>(count, arguments); }
