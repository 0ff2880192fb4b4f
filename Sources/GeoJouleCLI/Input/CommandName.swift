import ArgumentParser
import FileFormats

/// Looks at the names of commands before the parser does, which takes an unknown one for a superfluous argument.
enum CommandName {
  /// - Throws: `ValidationError` that names the nearest command and all of them.
  static func check(_ arguments: [String], of command: any ParsableCommand.Type) throws {
    let known = command.configuration.subcommands.filter { $0.configuration.shouldDisplay }
    guard !command.configuration.subcommands.isEmpty, let word = arguments.first, !word.hasPrefix("-") else { return }
    // `help compare` takes a command as well.
    if word == "help" { return try check(Array(arguments.dropFirst()), of: command) }
    if let next = command.configuration.subcommands.first(where: { $0._commandName == word }) {
      return try check(Array(arguments.dropFirst()), of: next)
    }
    let names = known.map { $0._commandName }
    let likely = Suggestion.likely(word, among: names)
    // The file of a command that needs no name of its own.
    if command.configuration.defaultSubcommand != nil, likely == nil { return }
    let near = likely.map { "did you mean '\($0)'? " } ?? ""
    throw ValidationError("unknown command '\(word)'; \(near)commands: \(names.joined(separator: ", "))")
  }
}
