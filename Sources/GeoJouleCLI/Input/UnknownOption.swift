/// Looks for the options that an unknown one is a part of: the parser names one that looks alike, `--speed` for `--seed`.
enum UnknownOption {
  /// The parser's message, with these options where there are any.
  static func mended(_ message: String, _ arguments: [String]) -> String {
    let end = message.firstIndex(of: "\n") ?? message.endIndex
    let parts = message[..<end].split(separator: "'")
    guard parts.count > 1, parts[0].hasSuffix("Unknown option "), parts[1].hasPrefix("--"), parts[1].count > 4,
      let command = try? HelpTree.command(of: arguments, below: GeoJouleCommand.self)
    else { return message }
    let names = (command.arguments ?? []).filter(\.shouldDisplay).flatMap { $0.names ?? [] }
      .filter { $0.kind == "long" && $0.name.contains(parts[1].dropFirst(2)) }.map { "'\($0.text)'" }
    guard !names.isEmpty else { return message }
    return "\(parts[0])'\(parts[1])'. Did you mean \(names.joined(separator: " or "))?\(message[end...])"
  }
}
