import Foundation

/// Files of the repository and beside it, found from this source file.
package enum RepositoryPath {
  package static func of(_ relative: String) -> String {
    var folder = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
    for _ in 0..<3 { folder.deleteLastPathComponent() }
    return folder.appendingPathComponent(relative).standardizedFileURL.path
  }
}
