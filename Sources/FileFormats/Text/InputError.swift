import CLibrary

/// What is wrong with an input file or a name, where, and what to do about it.
public struct InputError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The file as the user named it; `nil` when the input is not a file.
  public let file: String?
  /// Counted from 1; `nil` when the error concerns the whole file.
  public let line: Int?
  /// Counted from 1, in Unicode scalars.
  public let column: Int?
  /// What is wrong, in a few hundred characters at most, however long the text that it quotes.
  public let message: String
  /// What to do instead.
  public let remedy: String
  /// Whether the command was given wrongly, and nothing is wrong with a file.
  package let isUsage: Bool

  private static let longest = 400

  package init(
    file: String?, line: Int? = nil, column: Int? = nil, message: String, remedy: String, isUsage: Bool = false
  ) {
    self.file = file
    self.line = line
    self.column = column
    self.message = message.count > Self.longest ? message.prefix(Self.longest) + "…" : message
    self.remedy = remedy.count > 5 * Self.longest ? remedy.prefix(5 * Self.longest) + "…" : remedy
    self.isUsage = isUsage
  }

  /// A file that the system does not let be read.
  init(reading path: String, _ code: CInt) {
    self.init(
      file: path, message: "cannot read the file: \(SystemReason.text(code))", remedy: SystemReason.remedy(code))
  }

  /// A file that the system does not let be written.
  init(writing path: String, _ code: CInt, _ more: String = "") {
    self.init(
      file: path, message: "cannot write the file: \(SystemReason.text(code))", remedy: SystemReason.remedy(code) + more
    )
  }

  /// The same about a file, where it names none.
  package func about(_ file: String?) -> InputError {
    guard let file, self.file == nil else { return self }
    return InputError(file: file, message: message, remedy: remedy, isUsage: isUsage)
  }

  /// `FILE:LINE:COLUMN: error: MESSAGE; REMEDY`, without the parts that are not known.
  public var description: String { text("error") }

  /// The same for what is allowed, but hardly meant.
  package var warning: String { text("warning") }

  private func text(_ severity: String) -> String {
    var place = file.map { "\($0):" } ?? ""
    if let line { place += "\(line):" }
    if line != nil, let column { place += "\(column):" }
    return (place.isEmpty ? "" : place + " ") + "\(severity): \(message); \(remedy)"
  }
}

/// Where something stands in a file.
package struct FilePlace: Sendable, Hashable {
  /// As the user named it.
  package let file: String
  /// Counted from 1; `nil` where the whole file is meant.
  package let line: Int?
  /// Counted from 1, in Unicode scalars; `nil` where the whole line is meant.
  package let column: Int?

  package init(_ file: String, _ line: Int? = nil, _ column: Int? = nil) {
    (self.file, self.line, self.column) = (file, line, column)
  }

  package func error(_ message: String, remedy: String) -> InputError {
    InputError(file: file, line: line, column: column, message: message, remedy: remedy)
  }
}

/// Says in plain words why a file operation failed, the same on every system and in every language.
enum SystemReason {
  static func text(_ code: CInt) -> String {
    switch code {
    case ENOENT: "there is no such file or folder"
    case EACCES, EPERM: "permission denied"
    case EISDIR: "it is a folder"
    case ENOTDIR: "a part of the path is not a folder"
    case ENOSPC, EDQUOT: "no space is left on the disk"
    case EROFS: "the disk is read-only"
    case EFBIG: "the file would be too large"
    case ENAMETOOLONG: "the name is too long"
    case ELOOP: "its links go round in a circle"
    case EMFILE, ENFILE: "too many files are open"
    case EBADF: "it is closed"
    case EIO: "the disk reports an error"
    case EPIPE: "its reader has closed it"
    default: "system error \(code)"
    }
  }

  static func remedy(_ code: CInt) -> String {
    switch code {
    case ENOENT, ENOTDIR: "check the path"
    case EACCES, EPERM, EROFS: "choose a place where you may write, or change the permissions"
    case EISDIR: "name a file in it"
    case ENOSPC, EDQUOT, EFBIG: "free some space or choose another disk"
    default: "try another place"
    }
  }
}
