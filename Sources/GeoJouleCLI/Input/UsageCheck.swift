import ArgumentParser
import FileFormats

/// What the parser lets pass or explains badly: unknown commands, options given twice, and options under another name.
enum UsageCheck {
  /// Looks at the names of commands, of which the parser takes an unknown one for a superfluous argument.
  ///
  /// - Throws: `ValidationError` that names the nearest command and all of them.
  static func checkName(_ arguments: [String], of command: any ParsableCommand.Type) throws {
    let known = command.configuration.subcommands.filter { $0.configuration.shouldDisplay }
    guard !command.configuration.subcommands.isEmpty, let word = arguments.first, !word.hasPrefix("-") else { return }
    // `help compare` takes a command as well.
    if word == "help" { return try checkName(Array(arguments.dropFirst()), of: command) }
    if let next = command.configuration.subcommands.first(where: { $0._commandName == word }) {
      return try checkName(Array(arguments.dropFirst()), of: next)
    }
    let names = known.map { $0._commandName }
    let likely = Suggestion.likely(word, among: names)
    // The file of a command that needs no name of its own.
    if command.configuration.defaultSubcommand != nil, likely == nil { return }
    let near = likely.map { "did you mean '\($0)'? " } ?? ""
    throw ValidationError("unknown command '\(word)'; \(near)commands: \(names.joined(separator: ", "))")
  }

  /// Looks for options given twice that take one value: the parser would silently take the last.
  ///
  /// - Throws: `ValidationError` that names the option.
  static func checkRepetition(_ arguments: [String], of root: any ParsableCommand.Type) throws {
    var seen: Set<String> = []
    let repeated = arguments.prefix { $0 != "--" }.filter { $0.hasPrefix("--") }.map { String($0.prefix { $0 != "=" }) }
      .filter { !seen.insert($0).inserted }
    guard !repeated.isEmpty else { return }
    let command = try HelpTree.command(of: arguments, below: root)
    for name in repeated {
      let option = command.arguments?.first { $0.names?.contains { $0.text == name } ?? false }
      guard let option, option.kind == "option", !option.isRepeating else { continue }
      throw ValidationError("\(name) is given more than once; give it one value")
    }
  }

  private static func type(
    _ arguments: ArraySlice<String>, below command: any ParsableCommand.Type
  ) -> any ParsableCommand.Type {
    let next = command.configuration.subcommands.first { $0._commandName == arguments.first }
    return next.map { type(arguments.dropFirst(), below: $0) } ?? command
  }

  /// The parser's message about an unknown option with those that are meant, where they can be known: the parser names one that
  /// looks alike, `--speed` for `--seed`. Each format has an option in place of `--output`.
  static func mended(_ text: String, _ arguments: [String]) -> String {
    // What is found wrong after the parser is done has the program's usage, not the command's.
    let usage = GeoJouleCommand.usageString(for: type(arguments[...], below: GeoJouleCommand.self))
    let message = text.replacing(
      "Usage: geojoule <subcommand>\n  See 'geojoule ",
      with: "Usage: \(usage)\n  See '\(usage.prefix { !"[<".contains($0) })")
    let end = message.firstIndex(of: "\n") ?? message.endIndex
    let parts = message[..<end].split(separator: "'")
    guard parts.count > 1, parts[0].hasSuffix("Unknown option "),
      let command = try? HelpTree.command(of: arguments, below: GeoJouleCommand.self)
    else { return message }
    let word = parts[1].drop { $0 == "-" }
    let isOutput = word == "o" || word == "output"
    let hasFolder = (command.arguments ?? []).contains { $0.names?.contains { $0.text == "--output" } ?? false }
    guard isOutput || word.count > 2 else { return message }
    let names = (command.arguments ?? []).filter(\.shouldDisplay).flatMap { $0.names ?? [] }
    let meant = names.filter { option in
      guard option.kind == "long" else { return false }
      // A search counts its seeds as runs.
      let isMeant = option.name.contains(word) || (word == "seeds" && option.name == "runs")
      if isOutput { return hasFolder ? option.name == "output" : TextFormat(rawValue: option.name) != nil }
      return isMeant
    }
    guard !meant.isEmpty else { return message }
    let list = meant.map { "'\($0.text)'" }.joined(separator: " or ")
    return "\(parts[0])'\(parts[1])'. Did you mean \(list)?\(message[end...])"
  }
}
