import ArgumentParser
import Foundation

/// What the argument parser says about its commands, as far as the manual page and messages need it.
struct HelpTree: Decodable {
  struct Command: Decodable {
    let commandName: String
    let abstract: String?
    let discussion: String?
    let shouldDisplay: Bool?
    let subcommands: [Command]?
    /// That of a command line without the name of one.
    let defaultSubcommand: String?
    let arguments: [Argument]?
  }

  struct Argument: Decodable {
    struct Name: Decodable {
      let kind: String
      let name: String

      var text: String { kind == "long" ? "--\(name)" : "-\(name)" }
    }

    let kind: String
    let shouldDisplay: Bool
    let sectionTitle: String?
    let isOptional: Bool
    let isRepeating: Bool
    let names: [Name]?
    let valueName: String?
    let defaultValue: String?
    let allValues: [String]?
    let abstract: String?
  }

  let command: Command

  /// The command that a command line names, or its default subcommand.
  static func command(of arguments: [String], below root: any ParsableCommand.Type) throws -> Command {
    var command = try JSONDecoder().decode(HelpTree.self, from: Data(root._dumpHelp().utf8)).command
    for word in arguments {
      guard let next = command.subcommands?.first(where: { $0.commandName == word }) else { break }
      command = next
    }
    return command.subcommands?.first { $0.commandName == command.defaultSubcommand } ?? command
  }
}
