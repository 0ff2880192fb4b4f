/// Words of a command line.
package enum ShellText {
  /// The word, in single quotes where a shell would read it otherwise.
  package static func quoted(_ word: String) -> String {
    let isPlain = word.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_./=:,+@%".contains($0)) }
    if isPlain, !word.isEmpty { return word }
    var text = "'"
    for character in word { text += character == "'" ? "'\\''" : String(character) }
    return text + "'"
  }
}
