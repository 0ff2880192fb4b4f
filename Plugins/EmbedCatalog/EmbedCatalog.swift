import Foundation
import PackagePlugin

/// Turns `profiles/**` into one Swift file, so that the program carries its catalogue inside.
///
/// The files are the command's inputs, so that it runs again when one changes. When a file comes or goes, the link
/// `Sources/EmbeddedCatalog/profiles` makes the package manager plan anew: it watches the folders of targets only.
@main
struct EmbedCatalog: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let profiles = context.package.directoryURL.appending(path: "profiles")
    let output = context.pluginWorkDirectoryURL.appending(path: "EmbeddedCatalogTable.swift")
    let kinds = try FileManager.default.contentsOfDirectory(at: profiles, includingPropertiesForKeys: nil)
      .filter { $0.hasDirectoryPath }
      .sorted { $0.path < $1.path }
    let files = try kinds.flatMap { kind in
      try FileManager.default.contentsOfDirectory(at: kind, includingPropertiesForKeys: nil)
        .filter { ["yml", "yaml", "json"].contains($0.pathExtension) }
        .sorted { $0.path < $1.path }
    }
    return [
      .buildCommand(
        displayName: "Embed the catalogue",
        executable: try context.tool(named: "CatalogEmbedder").url,
        arguments: [profiles.path, output.path],
        inputFiles: [profiles] + kinds + files,
        outputFiles: [output])
    ]
  }
}
