import ArgumentParser
import Foundation

/// The places that the file options of one command name.
enum OutputPlaces {
  /// Refuses empty names, standard output twice, and one file for two outputs, of which only the last would be left.
  ///
  /// - Parameter places: the options with their values, those that were not given included.
  /// - Throws: `ValidationError`.
  static func check(_ places: [(option: String, path: String?)]) throws {
    let given = places.compactMap { place in place.path.map { (option: place.option, path: $0) } }
    if let empty = given.first(where: { $0.path.isEmpty }) {
      throw ValidationError("\(empty.option) needs the name of a file, or '-' for standard output")
    }
    guard given.filter({ $0.path == "-" }).count <= 1 else {
      throw ValidationError("only one of \(list(places.map(\.option))) can be '-', standard output")
    }
    var seen: [String: String] = [:]
    for place in given where place.path != "-" && !isDevice(place.path) {
      if let other = seen.updateValue(place.option, forKey: resolved(place.path)) {
        throw ValidationError("\(other) and \(place.option) name the same file '\(place.path)'; give each its own")
      }
    }
  }

  /// `--csv, --json and --html`.
  private static func list(_ options: [String]) -> String {
    guard let last = options.last, options.count > 1 else { return options.joined() }
    return "\(options.dropLast().joined(separator: ", ")) and \(last)"
  }

  /// Several outputs may go to `/dev/null`.
  private static func isDevice(_ path: String) -> Bool {
    let type = try? FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
    return type == .typeCharacterSpecial || type == .typeBlockSpecial
  }

  private static func resolved(_ path: String) -> String {
    URL(fileURLWithPath: path).standardizedFileURL.resolvingSymlinksInPath().path
  }
}
