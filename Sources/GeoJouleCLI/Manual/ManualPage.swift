import ArgumentParser
import Foundation
import GeoJoule

/// Prints the manual page, for `make man`.
struct ManualCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "manual", abstract: "Prints the manual page in the form that man(1) reads.", shouldDisplay: false)

  mutating func run() throws {
    let help = try JSONDecoder().decode(HelpTree.self, from: Data(GeoJouleCommand._dumpHelp().utf8))
    try AtomicFile.write(ManualPage(root: help.command).text, to: "-")
  }
}

/// The manual page, made from the same words as `--help`, in the macros of man(7).
struct ManualPage {
  let root: HelpTree.Command

  var text: String {
    var lines = [
      ".TH GEOJOULE 1 \"\" \"GeoJoule \(GeoJouleVersion.text)\" \"User Commands\"",
      ".SH NAME", "geojoule \\- \(Self.escaped(root.abstract ?? ""))",
      ".SH SYNOPSIS", ".B geojoule", ".I command", "[\\fIoptions\\fR]", ".SH DESCRIPTION",
    ]
    lines += Self.paragraphs(root.discussion)
    lines.append(".SH COMMANDS")
    lines += Self.shown(root.subcommands).flatMap { command($0, above: "geojoule") }
    lines.append(".SH OPTIONS")
    lines += Self.shown(root.arguments).flatMap(Self.item)
    lines += Self.ending
    return lines.joined(separator: "\n") + "\n"
  }

  private static let ending = [
    ".SH EXIT STATUS",
    ".TP", ".B 0", "Done; for \\fBcheck\\fR: within the budget, warnings included.",
    ".TP", ".B 1", "An internal fault.",
    ".TP", ".B 2", "A power budget is broken, or no point of an optimization meets the constraints.",
    ".TP", ".B 64", "Wrong usage: an unknown command or option, or a value that an option does not take.",
    ".TP", ".B 65", "Bad input: a file or a name that is not usable, or a place that cannot be written to.",
    ".SH ENVIRONMENT",
    ".TP", ".B NO_COLOR", "When set and not empty, no colours are used on a terminal.",
    ".TP", ".B CI", "When set and not empty, neither colours nor progress are shown.",
    ".TP", ".B COLUMNS", "The width of what \\fB\\-\\-help\\fR prints.",
    ".TP", ".B GITHUB_STEP_SUMMARY", "The file that \\fBcheck \\-\\-github\\fR adds its report to.",
  ]

  private func command(_ command: HelpTree.Command, above: String) -> [String] {
    let name = "\(above) \(command.commandName)"
    let subcommands = Self.shown(command.subcommands)
    var lines: [String] = []
    if subcommands.isEmpty {
      let arguments = Self.shown(command.arguments)
      let positional = arguments.filter { $0.kind == "positional" }.map { argument in
        let value = "\\fI\(Self.escaped(argument.valueName ?? ""))\\fR" + (argument.isRepeating ? "..." : "")
        return argument.isOptional ? "[\(value)]" : value
      }
      let words = ["\\fB\(Self.escaped(name))\\fR", "[\\fIoptions\\fR]"] + positional
      lines += [".SS \"\(words.joined(separator: " "))\""]
      lines += Self.paragraphs(command.abstract) + Self.paragraphs(command.discussion)
      lines += arguments.filter { !Self.isCommon($0) }.flatMap(Self.item)
    }
    return lines + subcommands.flatMap { self.command($0, above: name) }
  }

  /// `--help` and `--version` are described once.
  private static func isCommon(_ argument: HelpTree.Argument) -> Bool {
    (argument.names ?? []).contains { ["help", "version"].contains($0.name) }
  }

  private static func shown(_ commands: [HelpTree.Command]?) -> [HelpTree.Command] {
    (commands ?? []).filter { $0.shouldDisplay != false && $0.commandName != "help" }
  }

  private static func shown(_ arguments: [HelpTree.Argument]?) -> [HelpTree.Argument] {
    (arguments ?? []).filter(\.shouldDisplay)
  }

  /// An option with its values and its default, in the words of `--help`.
  private static func item(_ argument: HelpTree.Argument) -> [String] {
    let names = (argument.names ?? []).sorted { $0.kind == "short" && $1.kind != "short" }
    let value = argument.kind == "flag" ? "" : "\\fI\(escaped(argument.valueName ?? ""))\\fR"
    var title = names.map { "\\fB\(escaped($0.text))\\fR" }.joined(separator: ", ")
    if !value.isEmpty { title += title.isEmpty ? value : " \(value)" }
    var notes: [String] = []
    if let values = argument.allValues, !values.isEmpty { notes.append("values: \(values.joined(separator: ", "))") }
    if let standard = argument.defaultValue { notes.append("default: \(standard)") }
    let abstract = argument.abstract ?? ""
    let note = notes.isEmpty ? "" : (abstract.isEmpty ? "" : " ") + "(\(notes.joined(separator: "; ")))"
    return [".TP", title, line(abstract + note)]
  }

  /// Paragraphs of running text; indented lines are examples, and stay as they are.
  private static func paragraphs(_ text: String?) -> [String] {
    var lines: [String] = []
    var isExample = false
    for raw in (text ?? "").split(separator: "\n", omittingEmptySubsequences: false) {
      let indented = raw.hasPrefix("  ")
      if isExample != indented {
        lines += indented ? [".RS 4", ".nf"] : [".fi", ".RE"]
        isExample = indented
      }
      let words = raw.drop { $0 == " " }
      if words.isEmpty {
        lines.append(".PP")
      } else {
        lines.append(line(String(words)))
      }
    }
    if isExample { lines += [".fi", ".RE"] }
    return tidied(lines)
  }

  /// A paragraph mark stands before text only, and once.
  private static func tidied(_ lines: [String]) -> [String] {
    var result: [String] = [".PP"]
    for line in lines {
      if line == ".PP", result.last == ".PP" { continue }
      if line == ".RS 4", result.last == ".PP" { result.removeLast() }
      result.append(line)
    }
    while result.last == ".PP" { result.removeLast() }
    return result
  }

  /// A line of text that troff does not take for a request.
  private static func line(_ text: String) -> String {
    let escaped = escaped(text)
    return escaped.hasPrefix(".") || escaped.hasPrefix("'") ? "\\&" + escaped : escaped
  }

  private static func escaped(_ text: String) -> String {
    text.split(separator: "\\", omittingEmptySubsequences: false).joined(separator: "\\e")
      .split(separator: "-", omittingEmptySubsequences: false).joined(separator: "\\-")
      .split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\\(dq")
  }
}

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
