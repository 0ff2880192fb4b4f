/// How a path of a document is told from a name in the catalogue.
package enum DocumentPath {
  package static let extensions = ["yml", "yaml", "json"]

  package static func isPath(_ text: String) -> Bool {
    text.contains("/") || extensions.contains { text.hasSuffix(".\($0)") }
  }
}
