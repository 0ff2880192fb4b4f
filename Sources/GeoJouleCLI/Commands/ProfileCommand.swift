import ArgumentParser

struct ProfileCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "profile", abstract: "Makes device profiles from what phones declare about themselves.",
    subcommands: [ProfileImportAndroidCommand.self, ProfileCrossCheckCommand.self])
}
