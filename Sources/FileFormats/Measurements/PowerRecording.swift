/// Current, voltage or power over time, as a power monitor wrote it.
public struct PowerRecording: Sendable {
  public let file: String
  /// SHA-256 of the file.
  public let digest: String
  /// Seconds, from any start, in order.
  public let times: [Double]
  public let watts: [Double]
  /// What the phone did, where the file says; one per sample.
  public let states: [String]?
  public let skipped: [SkippedRows]
  /// How power was got: measured, current times voltage, or current times a stated voltage.
  public let note: String
}
