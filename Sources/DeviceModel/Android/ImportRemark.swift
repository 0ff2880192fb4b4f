/// What an import did not take as it stood, and what it put in its place.
public struct ImportRemark: Sendable, Hashable, CustomStringConvertible {
  public enum Kind: String, Sendable {
    /// A value that is not there; another one stands in.
    case note
    /// A value that cannot be what the phone draws, or hardly.
    case warning
  }

  public let kind: Kind
  /// As the user named it.
  public let file: String
  /// Counted from 1; `nil` for what the file lacks.
  public let line: Int?
  public let message: String

  public init(_ kind: Kind, file: String, line: Int? = nil, _ message: String) {
    self.kind = kind
    self.file = file
    self.line = line
    self.message = message
  }

  /// `FILE:LINE: warning: MESSAGE`.
  public var description: String {
    "\(file):" + (line.map { "\($0):" } ?? "") + " \(kind.rawValue): \(message)"
  }
}
