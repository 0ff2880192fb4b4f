/// What an import did not take as it stood, and what it put in its place.
package struct ImportRemark: Sendable, Hashable, CustomStringConvertible {
  package enum Kind: String, Sendable {
    /// A value that is not there; another one stands in.
    case note
    /// A value that cannot be what the phone draws, or hardly.
    case warning
  }

  package let kind: Kind
  /// As the user named it.
  package let file: String
  /// Counted from 1; `nil` for what the file lacks.
  package let line: Int?
  package let message: String

  package init(_ kind: Kind, file: String, line: Int? = nil, _ message: String) {
    self.kind = kind
    self.file = file
    self.line = line
    self.message = message
  }

  /// `FILE:LINE: warning: MESSAGE`.
  package var description: String {
    "\(file):" + (line.map { "\($0):" } ?? "") + " \(kind.rawValue): \(message)"
  }
}
