import Testing

@testable import Measured

/// Which runs lay side by side.
@Suite struct OccasionsTests {
  /// 7,103 and 10,700 s are within an hour of the first; 10,704 is 3,601 s from it, although 4 s from the one before.
  @Test func anHourCountsFromTheFirst() {
    let names = Occasions.names(starts: [10_700, 7_103, 10_704, 99_001])
    #expect(names == ["from 7103", "from 7103", "from 10704", "from 99001"])
  }

  @Test func noRunHasNoOccasion() {
    #expect(Occasions.names(starts: []).isEmpty)
  }
}
