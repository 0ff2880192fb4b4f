import Foundation

/// Files of the repository and beside it, found from this source file.
package enum RepositoryPath {
  package static func of(_ relative: String) -> String {
    var folder = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
    for _ in 0..<3 { folder.deleteLastPathComponent() }
    return folder.appendingPathComponent(relative).standardizedFileURL.path
  }

  /// Measured data of others: in the folder that `GEOJOULE_DATA` names, else in `../shared/data`. docs/validation.md says where to get
  /// them.
  package static func data(_ relative: String) -> String {
    guard let folder = ProcessInfo.processInfo.environment["GEOJOULE_DATA"] else {
      return of("../shared/data/\(relative)")
    }
    return URL(fileURLWithPath: folder).appendingPathComponent(relative).standardizedFileURL.path
  }
}
