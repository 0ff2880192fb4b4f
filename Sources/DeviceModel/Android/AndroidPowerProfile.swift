/// The items of an Android `power_profile.xml`: currents in mA, voltages in mV, speeds in kHz, the capacity in mAh, as the
/// phone's maker declares them.
///
/// Names from: Android Open Source Project, "Measure power values" and the comments of the framework's own
/// `power_profile.xml`.
public struct AndroidPowerProfile: Sendable, Hashable {
  /// One `<item>`, or the values of one `<array>`.
  public struct Item: Sendable, Hashable {
    public var values: [Double]
    /// Where it begins, counted from 1.
    public let line: Int

    public init(values: [Double], line: Int) {
      self.values = values
      self.line = line
    }
  }

  /// As the user named it.
  public let file: String
  public let items: [String: Item]

  public init(file: String, items: [String: Item]) {
    self.file = file
    self.items = items
  }

  /// The file's name without its folders, for sources.
  public var title: String { String(file.split(separator: "/").last ?? "power_profile.xml") }
}
