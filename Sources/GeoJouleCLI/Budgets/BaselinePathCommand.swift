import ArgumentParser
import FileFormats
import GeoJoule

struct BaselinePathCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "path",
    abstract: "Prints where a budget file's baseline is.",
    usage: "geojoule baseline path [<options>] [<file>]",
    discussion: """
      A build reads the base branch's file with it: git show "origin/main:./$(geojoule baseline path)".

      Examples:
        geojoule baseline path
        geojoule baseline path ci/budgets.yml
      """)

  @OptionGroup var budget: BudgetOptions
  @OptionGroup(title: "Catalogue") var catalogue: CatalogOptions

  mutating func run() throws {
    let file = try budget.read(try catalogue.catalog())
    try AtomicFile.write(try BudgetBaseline.path(file, budget.baseline) + "\n", to: "-")
  }
}
