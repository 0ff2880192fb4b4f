/// The items of an Android `power_profile.xml`: currents in mA, voltages in mV, speeds in kHz, the capacity in mAh, as the
/// phone's maker declares them.
///
/// Names from: Android Open Source Project, "Measure power values" and the comments of the framework's own
/// `power_profile.xml`.
package struct AndroidPowerProfile: Sendable, Hashable {
  /// One `<item>`, or the values of one `<array>`.
  package struct Item: Sendable, Hashable {
    package var values: [Double]
    /// Where it begins, counted from 1.
    package let line: Int

    package init(values: [Double], line: Int) {
      self.values = values
      self.line = line
    }
  }

  /// An item that a later one of the same name has replaced.
  package struct Replaced: Sendable, Hashable {
    package let name: String
    package let item: Item

    package init(name: String, item: Item) {
      self.name = name
      self.item = item
    }
  }

  /// An item whose value is no number; left out, as Android does.
  package struct Unreadable: Sendable, Hashable {
    package let name: String
    package let line: Int
    package let value: String

    package init(name: String, line: Int, value: String) { (self.name, self.line, self.value) = (name, line, value) }
  }

  /// As the user named it.
  package let file: String
  /// By name; of two of one name the later one, as Android takes it.
  package let items: [String: Item]
  /// Those that count no more, in the order of the file.
  package let replaced: [Replaced]
  package let unreadable: [Unreadable]

  package init(file: String, items: [String: Item], replaced: [Replaced] = [], unreadable: [Unreadable] = []) {
    self.unreadable = unreadable
    self.file = file
    self.items = items
    self.replaced = replaced
  }

  /// The file's name without its folders, for sources.
  package var title: String { String(file.split(separator: "/").last ?? "power_profile.xml") }
}

/// What an import did not take as it stood, and what it put in its place.
package struct ImportRemark: Sendable, Hashable, CustomStringConvertible {
  package enum Kind: String, Sendable {
    /// A value that is not there; another one stands in.
    case note
    /// A value that cannot be what the phone draws, or hardly.
    case warning
  }

  package let kind: Kind
  /// As the user named it.
  package let file: String
  /// Counted from 1; `nil` for what the file lacks.
  package let line: Int?
  package let message: String

  package init(_ kind: Kind, file: String, line: Int? = nil, _ message: String) {
    self.kind = kind
    self.file = file
    self.line = line
    self.message = message
  }

  /// `FILE:LINE: warning: MESSAGE`.
  package var description: String {
    "\(file):" + (line.map { "\($0):" } ?? "") + " \(kind.rawValue): \(message)"
  }
}
