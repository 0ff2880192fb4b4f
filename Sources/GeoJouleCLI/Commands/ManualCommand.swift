import ArgumentParser
import FileFormats
import Foundation

/// Prints the manual page, for `make man`.
struct ManualCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "manual", abstract: "Prints the manual page in the form that man(1) reads.", shouldDisplay: false)

  mutating func run() throws {
    let help = try JSONDecoder().decode(HelpTree.self, from: Data(GeoJouleCommand._dumpHelp().utf8))
    try AtomicFile.write(ManualPage(root: help.command).text, to: "-")
  }
}
