package import FileFormats
import Foundation

/// A folder that exists while `body` runs.
package func withTemporaryFolder(_ body: (String) throws -> Void) throws {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("geojoule-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  try body(folder.path)
}

/// What `body` says when it fails, with `folder` left out.
package func failure(in folder: String = "", _ body: () throws -> Void) -> String {
  do {
    try body()
    return "done"
  } catch {
    return folder.isEmpty ? "\(error)" : "\(error)".replacingOccurrences(of: folder, with: "FOLDER")
  }
}

/// What a reader that expects `read` says about `text`.
package func message(_ text: String, _ read: (YAMLValue) throws -> Void) -> String {
  do {
    try read(try YAMLDocument(text: text, file: "a.yml").root)
    return "accepted"
  } catch {
    return "\(error)"
  }
}
