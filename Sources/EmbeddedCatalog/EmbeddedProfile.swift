/// One file of the catalogue.
package struct EmbeddedProfile: Sendable, Hashable {
  /// `devices`, `networks`, `scenarios` or `strategies`.
  package let kind: String
  /// The file's name without its extension.
  package let name: String
  /// The file's path below `profiles/`.
  package let file: String
  package let text: String
}
