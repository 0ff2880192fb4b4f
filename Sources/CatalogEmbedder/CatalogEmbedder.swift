import Foundation

/// `CatalogEmbedder PROFILES OUTPUT`: writes every profile of the five kinds as one Swift table.
@main
enum CatalogEmbedder {
  static let kinds = ["devices", "networks", "scenarios", "strategies", "populations"]
  static let extensions = ["yml", "yaml", "json"]

  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 3 else { throw EmbedderError("usage: CatalogEmbedder PROFILES OUTPUT") }
    let table = try SwiftTable.source(of: entries(in: URL(fileURLWithPath: arguments[1])))
    let output = URL(fileURLWithPath: arguments[2])
    try Data(table.utf8).write(to: output, options: .atomic)
  }

  /// Sorted by kind and name, so that equal folders give equal tables.
  static func entries(in profiles: URL) throws -> [Entry] {
    var entries: [Entry] = []
    for kind in kinds {
      let folder = profiles.appendingPathComponent(kind)
      let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
      var names: Set<String> = []
      for file in files.sorted() where extensions.contains((file as NSString).pathExtension) {
        let name = (file as NSString).deletingPathExtension
        guard names.insert(name).inserted else { throw EmbedderError("two files in \(kind) are called '\(name)'") }
        let data = try Data(contentsOf: folder.appendingPathComponent(file))
        guard let text = String(data: data, encoding: .utf8) else {
          throw EmbedderError("\(kind)/\(file) is not UTF-8")
        }
        entries.append(Entry(kind: kind, name: name, file: "\(kind)/\(file)", text: text))
      }
    }
    return entries
  }
}

struct Entry {
  let kind: String
  let name: String
  let file: String
  let text: String
}

struct EmbedderError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
