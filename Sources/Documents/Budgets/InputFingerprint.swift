package import Analysis
package import DeviceModel
package import FileFormats
import Quantities
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

  /// Every value of a scenario's file.
  ///
  /// - Parameter name: the scenario's own.
  /// - Throws: `InputError` when the text is not YAML.
  package static func scenario(name: String, text: String, file: String) throws(InputError) -> Baseline.Input {
    Baseline.Input(name: name, hash: try self.file(text, file: file))
  }

  /// The hash of every value of a YAML file.
  ///
  /// - Throws: `InputError` when the text is not YAML.
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
