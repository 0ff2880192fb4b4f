@testable import FileFormats

/// Whether a page or a drawing is well-formed.
enum XMLCheck {
  static func read(_ text: String, root: String) throws(InputError) {
    try XMLReader(root: root, kind: "drawing", remedy: "").read(Array(text.utf8), file: "drawing", into: Nothing())
  }

  private final class Nothing: XMLConsumer {
    let wanted: Set<String> = []

    func begin(_ path: [XMLElement]) {}
    func end(_ element: XMLElement, in path: [XMLElement]) {}
  }
}
