import Core
import Testing
import World

@testable import LocationServices

@Suite struct RegionTrackerTests {
  /// A circle of 103 m with its middle in Berlin, left at 103 + 100 m.
  private func tracker(_ state: RegionState = .outside, fromCells: Bool = false) -> RegionTracker {
    RegionTracker(circle: Bench.region().circle, exitBuffer: 100, fromCells: fromCells, assuming: state)
  }

  private func note(
    _ tracker: inout RegionTracker, east: Double, accuracy: Double = 65, at now: Instant
  ) -> RegionState? {
    tracker.note(Bench.location(east: east, accuracy: accuracy), at: now)
  }

  @Test func aCrossingCountsOnlyOnceItHasHeldForTwentySeconds() {
    for (wait, changes) in [(20_000_000_000, true), (19_999_999_999, false)] {
      var tracker = tracker()
      #expect(note(&tracker, east: 31, at: .seconds(7)) == nil)
      #expect(tracker.deadline == .seconds(27))
      let later = Instant(nanoseconds: 7_000_000_000 + Int64(wait))
      #expect(note(&tracker, east: 31, at: later) == (changes ? .inside : nil))
      #expect(tracker.state == (changes ? .inside : .outside))
    }
  }

  @Test func aReturnWithinTheHoldIsNoCrossing() {
    var tracker = tracker()
    #expect(note(&tracker, east: 31, at: .seconds(7)) == nil)
    #expect(note(&tracker, east: 311, at: .seconds(17)) == nil)
    #expect(tracker.deadline == .never)
    #expect(note(&tracker, east: 31, at: .seconds(29)) == nil)
    #expect(note(&tracker, east: 31, at: .seconds(49)) == .inside)
  }

  @Test func anExitNeedsADistanceBeyondTheEdgeAndAnEntryDoesNot() {
    var tracker = tracker(.inside)
    for second in 0..<100 { #expect(note(&tracker, east: 202, at: .seconds(Double(second))) == nil) }
    #expect(note(&tracker, east: 204, at: .seconds(101)) == nil)
    #expect(note(&tracker, east: 204, at: .seconds(121)) == .outside)
    // Between edge and buffer one is still outside.
    for second in 130..<200 { #expect(note(&tracker, east: 104, at: .seconds(Double(second))) == nil) }
    #expect(note(&tracker, east: 102, at: .seconds(201)) == nil)
    #expect(note(&tracker, east: 102, at: .seconds(221)) == .inside)
  }

  @Test func theFirstPositionSaysWhereOneIs() {
    for (east, state) in [(31.0, RegionState.inside), (311, .outside)] {
      var tracker = tracker(.unknown)
      #expect(note(&tracker, east: east, at: .seconds(3)) == state)
    }
  }

  @Test func aPositionTooRoughForTheCircleDoesNotDecide() {
    var tracker = tracker(.inside)
    // 500 m off, give or take 711 m.
    #expect(note(&tracker, east: 500, accuracy: 711, at: .seconds(3)) == nil)
    #expect(!tracker.isChanging)
    // 900 m off it is out, whatever the uncertainty.
    #expect(note(&tracker, east: 900, accuracy: 711, at: .seconds(5)) == nil)
    #expect(tracker.isChanging)
    var away = self.tracker(.outside)
    #expect(note(&away, east: 0, accuracy: 711, at: .seconds(3)) == nil)
    #expect(!away.isChanging)
  }

  @Test func theFirstVersionTookACellsPositionForWhatItIs() {
    var tracker = tracker(.outside, fromCells: true)
    #expect(note(&tracker, east: 500, accuracy: 711, at: .seconds(3)) == nil)
    #expect(note(&tracker, east: 500, accuracy: 711, at: .seconds(23)) == .inside)
    #expect(note(&tracker, east: 800, accuracy: 711, at: .seconds(40)) == nil)
    #expect(!tracker.isChanging)
    #expect(note(&tracker, east: 820, accuracy: 711, at: .seconds(50)) == nil)
    #expect(note(&tracker, east: 820, accuracy: 711, at: .seconds(70)) == .outside)
  }
}
