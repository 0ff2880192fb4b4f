import ArgumentParser
import FileFormats

struct BaselinePathCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "path",
    abstract: "Prints where a budget file's baseline is.",
    discussion: """
      Example:
        git show "origin/main:./$(geojoule baseline path)" > base.json
        geojoule check --base base.json
      """)

  @OptionGroup var budget: BudgetOptions
  @OptionGroup(title: "Catalogue") var catalogue: CatalogOptions

  mutating func run() throws {
    let file = try budget.read(try catalogue.catalog())
    try AtomicFile.write(try BudgetBaseline.path(file, budget.baseline) + "\n", to: "-")
  }
}
