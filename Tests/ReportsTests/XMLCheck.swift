@testable import FileFormats

/// Whether a page or a drawing is well-formed.
enum XMLCheck {
  static func read(_ text: String, root: String) throws(InputError) {
    try XMLReader(root: root, kind: "drawing", remedy: "").read(Array(text.utf8), file: "drawing", into: Nothing())
  }

  private final class Nothing: XMLConsumer {
    func begin(_ path: [XMLElement], _ attributes: XMLAttributes) throws(InputError) -> Bool { false }
    func end(_ path: [XMLElement]) throws(InputError) {}
  }
}
