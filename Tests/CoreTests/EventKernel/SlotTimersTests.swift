import Core
import Testing

@Suite("Slot timers")
struct SlotTimersTests {
  private func drain(_ timers: inout SlotTimers, through horizon: Instant = .never) -> [Event] {
    var events: [Event] = []
    while let (instant, slot) = timers.popNext(through: horizon) { events.append(Event(instant.nanoseconds, slot)) }
    return events
  }

  @Test func `events come in order of time, ties in order of slots`() {
    var timers = SlotTimers(slotCount: 6)
    timers.arm(5, at: .seconds(1.21))
    timers.arm(0, at: .seconds(7))
    timers.arm(3, at: .seconds(1.21))
    timers.arm(4, at: .start)
    timers.arm(1, at: .seconds(1.21))
    #expect(
      drain(&timers) == [
        Event(0, 4), Event(1_210_000_000, 1), Event(1_210_000_000, 3), Event(1_210_000_000, 5),
        Event(7_000_000_000, 0),
      ])
  }

  @Test func `the horizon is included, and later events stay`() {
    var timers = SlotTimers(slotCount: 2)
    timers.arm(0, at: Instant(nanoseconds: 100))
    timers.arm(1, at: Instant(nanoseconds: 101))
    #expect(drain(&timers, through: Instant(nanoseconds: 100)) == [Event(100, 0)])
    #expect(timers.deadline(of: 0) == .never)
    #expect(timers.deadline(of: 1) == Instant(nanoseconds: 101))
  }

  @Test func `arming again replaces, cancelling and never remove`() {
    var timers = SlotTimers(slotCount: 3)
    timers.arm(0, at: .seconds(3))
    timers.arm(0, at: .seconds(5))
    timers.arm(1, at: .seconds(4))
    timers.cancel(1)
    timers.cancel(1)
    timers.arm(2, at: .seconds(1))
    timers.arm(2, at: .never)
    #expect(timers.deadline(of: 0) == .seconds(5))
    #expect(timers.deadline(of: 1) == .never)
    #expect(drain(&timers) == [Event(5_000_000_000, 0)])
    #expect(timers.popNext(through: .never) == nil)
  }

  @Test(arguments: [1, 2, 3, 4, 5, 7, 8, 63, 64])
  func `every slot of any count can be used`(slotCount: Int) {
    var timers = SlotTimers(slotCount: slotCount)
    #expect(timers.slotCount == slotCount)
    for slot in (0..<slotCount).reversed() { timers.arm(slot, at: Instant(nanoseconds: 17)) }
    #expect(drain(&timers) == (0..<slotCount).map { Event(17, $0) })
  }

  @Test func `the last representable instant is delivered, the next is never`() {
    var timers = SlotTimers(slotCount: 64)
    let last = Int64(1) << 57 - 2
    timers.arm(63, at: Instant(nanoseconds: last))
    #expect(timers.deadline(of: 63) == Instant(nanoseconds: last))
    #expect(drain(&timers) == [Event(last, 63)])
    timers.arm(62, at: Instant(nanoseconds: last + 1))
    #expect(timers.deadline(of: 62) == .never)
    #expect(drain(&timers) == [])
  }

  /// Random operations against the plainest thing that can be right: an array of optional deadlines.
  @Test(arguments: 0..<200)
  func `random operations agree with a naive reference`(seed: Int) {
    var random = Xoshiro256PlusPlus(seed: UInt64(seed))
    let slotCount = Int.random(in: 1...64, using: &random)
    var timers = SlotTimers(slotCount: slotCount, busy: Int.random(in: 0..<slotCount, using: &random))
    var reference = [Int64?](repeating: nil, count: slotCount)
    var now: Int64 = 0
    for _ in 0..<400 {
      let slot = Int.random(in: 0..<slotCount, using: &random)
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<5:
        // Few distinct instants, so that ties are common.
        let instant = now + Int64.random(in: 0..<8, using: &random)
        timers.arm(slot, at: Instant(nanoseconds: instant))
        reference[slot] = instant
      case 5:
        timers.cancel(slot)
        reference[slot] = nil
      case 6:
        #expect(timers.deadline(of: slot).nanoseconds == reference[slot] ?? .max)
      default:
        let horizon = now + Int64.random(in: 0..<6, using: &random)
        let due = reference.indices
          .compactMap { slot in reference[slot].map { Event($0, slot) } }
          .filter { $0.instant <= horizon }
          .min { ($0.instant, $0.slot) < ($1.instant, $1.slot) }
        let got = timers.popNext(through: Instant(nanoseconds: horizon))
        #expect(got.map { Event($0.instant.nanoseconds, $0.slot) } == due)
        if let due {
          reference[due.slot] = nil
          now = due.instant
        }
      }
    }
  }
}

struct Event: Equatable {
  var instant: Int64
  var slot: Int
  init(_ instant: Int64, _ slot: Int) { (self.instant, self.slot) = (instant, slot) }
}
