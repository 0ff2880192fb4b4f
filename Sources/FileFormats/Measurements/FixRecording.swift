/// The positions of one file in order of time, with what was left out.
package struct FixRecording: Sendable {
  package let file: String
  /// SHA-256 of the file.
  package let digest: String
  package let format: FixFormat
  /// In order of time; at least one.
  package let fixes: [MeasuredFix]
  package let skipped: [SkippedRows]
  /// What a reader of the result should know, such as points that were out of order.
  package let notes: [String]

  init(
    file: String, digest: String, format: FixFormat, fixes: [MeasuredFix], skipped: [SkippedRows], notes: [String] = []
  ) {
    self.file = file
    self.digest = digest
    self.format = format
    self.skipped = skipped
    let isOrdered = zip(fixes, fixes.dropFirst()).allSatisfy { $0.unixSeconds <= $1.unixSeconds }
    // Stable by line, so that equal times keep the file's order.
    self.fixes = isOrdered ? fixes : fixes.sorted { ($0.unixSeconds, $0.line) < ($1.unixSeconds, $1.line) }
    self.notes = notes + (isOrdered ? [] : ["the rows were not in order of time; they were sorted"])
  }
}
