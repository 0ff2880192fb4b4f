package import Analysis
package import DeviceModel
package import FileFormats
import Core
package import Strategies

/// Hashes of inputs, taken from what they say and not from how they are written: comments, the order of a profile's
/// keys and where a value was inherited from do not count.
package enum InputFingerprint {
  /// Every value of a device, inherited ones included, but not its discrepancy, which changes no run.
  package static func device(_ device: DeviceProfile) -> Baseline.Input {
    Baseline.Input(
      name: device.name, hash: SHA256.hexadecimal(of: ProfileWriter.text(of: device.withoutDiscrepancy)))
  }

  /// Every value of a network and of its further accesses, inherited ones included.
  package static func network(_ network: NetworkProfile) -> Baseline.Input {
    let accesses = RadioTechnology.allCases.compactMap { network.accesses[$0] }
    let text = ([network] + accesses).map { ProfileWriter.text(of: $0) }.joined()
    return Baseline.Input(name: network.name, hash: SHA256.hexadecimal(of: text))
  }

  /// A strategy with its standard parameters written out.
  package static func strategy(_ strategy: StrategySpecification) -> Baseline.Input {
    Baseline.Input(name: strategy.name, hash: SHA256.hexadecimal(of: StrategyWriter.text(of: strategy)))
  }

  /// What a strategy says, by key path, its standard parameters included, but not its name and words about it.
  package static func keys(of strategy: StrategySpecification) -> [String: String] {
    var values = scalars(try? YAMLDocument(text: StrategyWriter.text(of: strategy), file: strategy.name).root)
    for key in ["name", "summary", "note"] { values[key] = nil }
    return values.compactMapValues(\.text)
  }

  /// Where a key of a strategy stands in the user's file; `nil` where it does not.
  package static func place(of key: String, in file: String) -> BudgetPlace? {
    let root = InputFiles.$current.withValue(nil) { try? YAMLDocument(text: TextFile.read(file), file: file).root }
    return scalars(root)[key].map { BudgetPlace($0.place) }
  }

  private static func scalars(_ value: YAMLValue?) -> [String: YAMLValue] {
    guard let value else { return [:] }
    let parts: [YAMLValue] =
      switch value.content {
      case .scalar: []
      case .sequence(let items): items
      case .mapping(let entries): entries.map(\.value)
      }
    return parts.reduce(into: value.isScalar ? [value.path: value] : [:]) { found, part in
      found.merge(scalars(part)) { first, _ in first }
    }
  }

  /// Every value of a scenario's file.
  ///
  /// - Parameter name: the scenario's own.
  package static func scenario(name: String, text: String, file: String) throws(InputError) -> Baseline.Input {
    Baseline.Input(name: name, hash: try self.file(text, file: file))
  }

  /// The hash of every value of a YAML file.
  package static func file(_ text: String, file: String) throws(InputError) -> String {
    var lines: [String] = []
    flatten(try YAMLDocument(text: text, file: file).root, into: &lines)
    return SHA256.hexadecimal(of: lines.joined(separator: "\n"))
  }

  /// A line for each scalar with its key path. The length before the text keeps two different files from giving the
  /// same lines.
  private static func flatten(_ value: YAMLValue, into lines: inout [String]) {
    switch value.content {
    case .scalar(let text, _): lines.append("\(value.path): \(text.utf8.count) \(text)")
    case .sequence(let items):
      lines.append("\(value.path): [\(items.count)]")
      for item in items { flatten(item, into: &lines) }
    case .mapping(let entries):
      for entry in entries.sorted(by: { $0.key < $1.key }) { flatten(entry.value, into: &lines) }
    }
  }
}
