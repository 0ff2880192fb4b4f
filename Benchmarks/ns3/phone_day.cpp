// The reference phone-day on ns-3: its simulator and its default scheduler, an event a call of a member function, timers
// cancelled by EventId, as its manual teaches. The radios are the structs of the plain C++ program; ns-3 has none of a phone's.

#include "../cpp/phone_day.hpp"

#include <ns3/event-id.h>
#include <ns3/nstime.h>
#include <ns3/simulator.h>

namespace {

using namespace phone_day;
using ns3::NanoSeconds;
using ns3::Simulator;

class PhoneDay {
public:
  explicit PhoneDay(bool noisy) : noisy_(noisy), random_(0) { errors_.reserve(86'400); }

  Outcome run(uint64_t seed) {
    outcome_ = {};
    gnss_ = {};
    wifi_ = {};
    lte_ = {};
    errors_.clear();
    lastByte_ = uploaded_ = pending_ = 0;
    random_ = Random(seed);
    memory_ = noisy_ ? std::exp(-1 / kErrorTime) : 0;
    innovation_ = noisy_ ? kErrorDeviation * std::sqrt(1 - memory_ * memory_) : 0;
    errorEast_ = noisy_ ? kErrorDeviation * normal_.next(random_) : 0;
    errorNorth_ = noisy_ ? kErrorDeviation * normal_.next(random_) : 0;
    heldEast_ = -std::numeric_limits<double>::infinity();
    heldNorth_ = 0;
    Simulator::Schedule(NanoSeconds(kTimeToFirstFix), &PhoneDay::acquired, this);
    Simulator::Schedule(NanoSeconds(kFirstFix), &PhoneDay::fix, this);
    Simulator::Schedule(NanoSeconds(kFirstFix), &PhoneDay::sample, this);
    Simulator::Schedule(NanoSeconds(kFirstScan), &PhoneDay::scan, this);
    // What is due at the horizon still happens.
    Simulator::Stop(NanoSeconds(kHorizon + 1));
    Simulator::Run();
    Simulator::Destroy();
    gnss_.enter(gnss_.state, kHorizon);
    wifi_.enter(wifi_.state, kHorizon);
    lte_.enter(lte_.state, kHorizon);
    conclude(outcome_, gnss_, wifi_, lte_, uploaded_, errors_);
    return outcome_;
  }

private:
  int64_t now() {
    ++outcome_.events;
    return Simulator::Now().GetNanoSeconds();
  }

  void arm(int64_t delay) {
    timer_.Cancel();
    timer_ = Simulator::Schedule(NanoSeconds(delay), &PhoneDay::cellular, this);
  }

  void acquired() { gnss_.enter(gnssTracking, now()); }

  void fix() {
    const int64_t time = now();
    Simulator::Schedule(NanoSeconds(kSecond), &PhoneDay::fix, this);
    if (noisy_) {
      errorEast_ = memory_ * errorEast_ + innovation_ * normal_.next(random_);
      errorNorth_ = memory_ * errorNorth_ + innovation_ * normal_.next(random_);
    }
    const double east = walked(time) + errorEast_;
    const double dx = east - heldEast_, dy = errorNorth_ - heldNorth_;
    if (!(dx * dx + dy * dy >= kDistanceFilter * kDistanceFilter)) return;
    heldEast_ = east;
    heldNorth_ = errorNorth_;
    ++outcome_.deliveries;
    if (pending_++ > 0) return;
    const bool sleeps = lte_.state == lteIdle;
    lte_.enter(sleeps ? ltePromotion : lteTransferring, time);
    arm(sleeps ? kPromotion : kTransferTime);
  }

  void sample() {
    const int64_t time = now();
    Simulator::Schedule(NanoSeconds(kSecond), &PhoneDay::sample, this);
    const double dx = walked(time) - heldEast_;
    errors_.push_back(dx * dx + heldNorth_ * heldNorth_);
  }

  void scan() {
    wifi_.enter(wifiScan, now());
    Simulator::Schedule(NanoSeconds(kScanInterval), &PhoneDay::scan, this);
    Simulator::Schedule(NanoSeconds(kScanTime), &PhoneDay::scanned, this);
  }

  void scanned() { wifi_.enter(wifiPowerSave, now()); }

  void cellular() {
    const int64_t time = now();
    switch (lte_.state) {
    case ltePromotion:
      lte_.enter(lteTransferring, time);
      arm(kTransferTime);
      break;
    case lteTransferring:
      uploaded_ += kUploadBytes;
      lastByte_ = time;
      if (--pending_ > 0) {
        arm(kTransferTime);
      } else {
        lte_.enter(lteConnected, time);
        arm(kInactivity);
      }
      break;
    case lteConnected:
      lte_.enter(lteShortDRX, time);
      arm(lastByte_ + kShortDRXEnd - time);
      break;
    case lteShortDRX:
      lte_.enter(lteLongDRX, time);
      arm(lastByte_ + kTail - time);
      break;
    default:
      lte_.enter(lteIdle, time);
    }
  }

  const bool noisy_;
  const Normal normal_;
  Random random_;
  Outcome outcome_;
  Meter<gnssStates> gnss_;
  Meter<wifiStates> wifi_;
  Meter<lteStates> lte_;
  ns3::EventId timer_;
  int64_t lastByte_ = 0, uploaded_ = 0, pending_ = 0;
  double memory_ = 0, innovation_ = 0, errorEast_ = 0, errorNorth_ = 0, heldEast_ = 0, heldNorth_ = 0;
  std::vector<double> errors_;
};

} // namespace

int main(int count, char **arguments) { return phone_day::measure<PhoneDay>(count, arguments); }
