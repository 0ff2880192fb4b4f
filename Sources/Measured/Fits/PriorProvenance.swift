package import DeviceModel
package import FileFormats
import Foundation
package import Reports

/// Whether a profile's value was itself fitted to the data at hand: as a prior it would count them twice.
package enum PriorProvenance {
  /// Data sets that profiles of the catalogue were fitted to, as their sources name them.
  static let knownData = ["MobilityNet"]

  /// Refuses priors that were fitted to the inputs.
  package static func check(
    _ keys: [String], of device: DeviceProfile, against inputs: [FitReport.Input], file: String?, remedy: String
  ) throws(InputError) {
    for key in keys {
      guard let value = device.values[key], value.deviation > 0,
        let overlap = overlap(of: value.source, with: inputs)
      else { continue }
      throw InputError(
        file: file,
        message:
          "'\(key)' of the device '\(device.name)' was fitted to these data (\(overlap)): as a prior it would count "
          + "them twice", remedy: remedy)
    }
  }

  /// What of `source` names one of the inputs; `nil` where nothing does.
  ///
  /// A digest decides where the source has one that fits. A name alone decides where the source has none; the name of a
  /// known data set does wherever it stands in the path.
  static func overlap(of source: String, with inputs: [FitReport.Input]) -> String? {
    let words = source.split { !($0.isLetter || $0.isNumber || "._-".contains($0)) }.map(String.init)
    let digests = words.filter { $0.count >= 8 && $0.allSatisfy(\.isHexDigit) && $0.contains(where: \.isNumber) }
    for input in inputs {
      let name = input.file.split(separator: "/").last.map(String.init) ?? input.file
      if let digest = digests.first(where: { input.digest.hasPrefix($0.lowercased()) }) {
        return "\(name), SHA-256 \(digest)"
      }
      if digests.isEmpty, words.contains(name) { return name }
      for known in knownData
      where words.contains(known) && input.file.range(of: known, options: .caseInsensitive) != nil { return known }
    }
    return nil
  }
}
