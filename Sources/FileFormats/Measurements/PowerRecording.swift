/// Current, voltage or power over time, as a power monitor wrote it.
package struct PowerRecording: Sendable {
  package let file: String
  /// SHA-256 of the file.
  package let digest: String
  /// Seconds, from any start, in order.
  package let times: [Double]
  package let watts: [Double]
  /// What the phone did, where the file says; one per sample.
  package let states: [String]?
  package let skipped: [SkippedRows]
  /// How power was got: measured, current times voltage, or current times a stated voltage.
  package let note: String
}
