/// One file of the catalogue.
public struct EmbeddedProfile: Sendable, Hashable {
  /// `devices`, `networks`, `scenarios` or `strategies`.
  public let kind: String
  /// The file's name without its extension.
  public let name: String
  /// The file's path below `profiles/`.
  public let file: String
  public let text: String

  public init(kind: String, name: String, file: String, text: String) {
    self.kind = kind
    self.name = name
    self.file = file
    self.text = text
  }
}
