import Foundation

/// Files of the repository and beside it, found from this source file.
enum RepositoryPath {
  static func of(_ relative: String) -> String {
    var folder = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
    for _ in 0..<4 { folder.deleteLastPathComponent() }
    return folder.appendingPathComponent(relative).standardizedFileURL.path
  }
}
