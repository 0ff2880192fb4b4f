/// One log of a drive in order of time, one sample a time stamp, with what was left out.
package struct DriveLog: Sendable {
  package let file: String
  /// SHA-256 of the file.
  package let digest: String
  /// As `FixFormat` names it, or `G-NetTrack`.
  package let format: String
  /// In order of time; at least one.
  package let samples: [DriveSample]
  /// Rows as they stand in the file, without the bad ones.
  package let rows: Int
  package let skipped: [SkippedRows]
  /// Cells without a value, with their column: empty ones, and those that stand for `not known`.
  package let missing: [SkippedRows]
  package let notes: [String]
  /// Whether times are UTC; `false` where the log has local time of an unnamed zone.
  package let knowsZone: Bool
  /// Seconds from the log's first record to its first fix, where the log shows the search.
  package let searches: [Double]

  init(
    file: String, digest: String, format: String, samples: [DriveSample], skipped: [SkippedRows] = [],
    missing: [SkippedRows] = [], notes: [String] = [], knowsZone: Bool, searches: [Double] = []
  ) {
    (self.file, self.digest, self.format, self.skipped) = (file, digest, format, skipped)
    (self.missing, self.knowsZone, self.searches) = (missing, knowsZone, searches)
    rows = samples.count
    var notes = notes
    let back = zip(samples, samples.dropFirst()).count { $1.time < $0.time }
    let ordered = back == 0 ? samples : Self.ordered(samples)
    if back > 0 { notes.append("\(back) rows were not in order of time; the rows were sorted") }
    var merged: [DriveSample] = []
    merged.reserveCapacity(ordered.count)
    var start = 0
    for index in ordered.indices where index + 1 == ordered.count || ordered[index + 1].time > ordered[start].time {
      merged.append(DriveSample.merged(ordered[start...index]))
      start = index + 1
    }
    if merged.count < ordered.count {
      notes.append("\(ordered.count - merged.count) rows repeat a time stamp and were merged with the one before")
    }
    self.samples = merged
    self.notes = notes
  }

  /// By time; those of one time stamp as they stand.
  static func ordered(_ samples: [DriveSample]) -> [DriveSample] {
    samples.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
  }
}
