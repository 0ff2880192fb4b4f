import Foundation
import Testing

/// What the documentation names is there.
@Suite struct DocumentationTests {
  /// This file is two folders below the root.
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }

  private static func files(under path: String, ending: String) throws -> [String] {
    let folder = root.appendingPathComponent(path).path
    return try FileManager.default.subpathsOfDirectory(atPath: folder).filter { $0.hasSuffix(ending) }.sorted()
      .map { "\(path)/\($0)" }
  }

  /// The captures of a pattern's first group, in order.
  private static func matches(_ pattern: String, in text: String) throws -> [String] {
    let expression = try NSRegularExpression(pattern: pattern, options: [.anchorsMatchLines])
    return expression.matches(in: text, range: NSRange(text.startIndex..., in: text)).compactMap {
      Range($0.range(at: 1), in: text).map { String(text[$0]) }
    }
  }

  @Test func theDocCTopicsAreThePublicTypesOfTheLibraryEachOnce() throws {
    let types = try Self.files(under: "Sources/GeoJoule", ending: ".swift").flatMap {
      try Self.matches(#"^public (?:final )?(?:struct|enum|class|protocol|actor) (\w+)"#, in: try Self.text($0))
    }
    let page = try Self.text("Sources/GeoJoule/GeoJoule.docc/GeoJoule.md")
    let topics = try Self.matches(#"^- ``(\w+)``$"#, in: page)
    #expect(topics.sorted() == types.sorted())
    // Every link of every page leads somewhere.
    for path in try Self.files(under: "Sources/GeoJoule/GeoJoule.docc", ending: ".md") {
      for link in try Self.matches(#"``(\w+)``"#, in: try Self.text(path)) where link != "GeoJoule" {
        #expect(types.contains(link), "\(path): \(link)")
      }
      for article in try Self.matches(#"<doc:(\w+)>"#, in: try Self.text(path)) {
        let file = Self.root.appendingPathComponent("Sources/GeoJoule/GeoJoule.docc/\(article).md").path
        #expect(FileManager.default.fileExists(atPath: file), "\(path): \(article)")
      }
    }
  }

  /// Types of other modules stand in code font there: they must exist all the same.
  @Test func theTypesThatArticlesNameExist() throws {
    let article = try Self.text("Sources/GeoJoule/GeoJoule.docc/YourOwnApp.md")
    let sources = try Self.files(under: "Sources", ending: ".swift").map(Self.text).joined(separator: "\n")
    let named = try Self.matches(#"^- `(\w+)`$"#, in: article)
    #expect(named.count >= 5)
    for name in named {
      let declaration = try Self.matches(
        #"^public (?:final )?(?:struct|enum|class|protocol) (\#(name))\b"#, in: sources)
      #expect(declaration == [name], "\(name)")
    }
  }

  @Test func theArchitecturePageNamesEveryRoomAndOnlyFilesThatExist() throws {
    let page = try Self.text("docs/architecture.md")
    let targets = try FileManager.default.contentsOfDirectory(atPath: Self.root.appendingPathComponent("Sources").path)
      .filter { !$0.hasPrefix(".") }
    for target in targets { #expect(page.contains("`\(target)`") || page.contains("Sources/\(target)`"), "\(target)") }
    let paths = try Self.matches(#"`([A-Za-z+]+/[A-Za-z+/.]+)`"#, in: page)
    #expect(paths.count > 15)
    for path in paths {
      let isThere = ["", "Sources/"].contains {
        FileManager.default.fileExists(atPath: Self.root.appendingPathComponent($0 + path).path)
      }
      #expect(isThere, "\(path)")
    }
    // Files that stand without a folder.
    let names = try Self.matches(#"`([A-Za-z+]+\.swift)`"#, in: page)
    let all = Set(
      try Self.files(under: "Sources", ending: ".swift").map { String($0.split(separator: "/").last ?? "") })
    for name in names { #expect(all.contains(name), "\(name)") }
  }
}
