import DeviceModel
import Documents
import FileFormats
import TestSupport
import Testing
import World

@Suite struct PopulationFileTests {
  private let catalog = Catalog()

  private func failure(_ text: String) -> String {
    let entry = CatalogEntry(kind: .populations, path: "mine.yml", text: text)
    do throws(InputError) {
      _ = try catalog.population(entry)
      return "none"
    } catch {
      return error.description
    }
  }

  private func figure(_ value: String) -> String { "{mean: \(value), distribution: fixed, trust: estimate, source: s}" }

  @Test func everyPopulationOfTheCatalogueIsComplete() throws {
    #expect(catalog.names(.populations) == ["commuters", "everyone", "rural", "students"])
    for entry in catalog.entries(.populations) {
      let population = try catalog.population(entry)
      #expect(population.validate().isEmpty)
      #expect(population.values.values.allSatisfy { !$0.source.isEmpty })
      // What is written out reads back as the same.
      let text = ProfileWriter.text(of: population)
      let again = try catalog.population(CatalogEntry(kind: .populations, path: "again.yml", text: text))
      #expect(again == population)
      #expect(!text.contains("inherits"))
    }
  }

  @Test func mistakesAreNamedWithPlaceAndRemedy() {
    #expect(
      failure("summary: s\ninherits: everyone\npeople:\n  workers: \(figure("1.2"))\n").hasPrefix("mine.yml:4:"))
    #expect(
      failure("summary: s\ninherits: everyone\npeople:\n  workerz: \(figure("0.2"))\n").contains("workers"))
    #expect(
      failure("summary: s\ninherits: everyone\nwork:\n  distance: \(figure("16"))\n").contains("km"))
    #expect(
      failure("summary: s\ninherits: everyone\nsettlement:\n  rural: \(figure("0.9"))\n")
        == "mine.yml:4:3: error: the shares of settlement add up to 1.648; let them add up to 1")
    #expect(
      failure("summary: s\ninherits: everyone\ncommute:\n  near:\n    walk: \(figure("0.5"))\n").contains(
        "the shares of commute.near add up to 1.24; let them add up to 1"))
    #expect(
      failure(
        "summary: s\ninherits: everyone\npeople:\n  workers: {mean: 0.5, deviation: 0.1, range: [0.1, 0.9], "
          + "distribution: normal, trust: estimate, source: s}\n"
      ).contains("write distribution: fixed"))
    #expect(failure("summary: s\ncentre: [1, 2]\n").contains("people.workers is missing"))
    #expect(failure("summary: s\npeople:\n  workers: \(figure("0.5"))\n").contains("centre"))
    #expect(failure("summary: s\ninherits: every\n").contains("unknown population 'every'"))
    #expect(failure("summary: s\ninherits: everyone\ncorrelations: []\n").contains("correlations"))
    #expect(
      failure("summary: s\ninherits: everyone\npeople:\n  workers: \(figure("0.7"))\n  students: \(figure("0.7"))\n")
        .contains("workers and students are more than all people"))
  }

  @Test func anotherKindOfFileIsToldWhereItBelongs() throws {
    let device = try #require(catalog.entry(.scenarios, named: "commute"))
    let text = device.text
    #expect(CatalogKind(keys: ["summary", "people", "centre"]) == .populations)
    #expect(CatalogKind(keys: ["name", "legs"]) == .scenarios)
    #expect(failure(text).contains("mine.yml"))
  }

  /// A drawn scenario, written and read, is the same one: days, places, events, and so every run of it.
  @Test(arguments: ["commuters", "everyone", "rural", "students"])
  func aWrittenPersonReadsBackExactly(_ name: String) throws {
    let population = try catalog.population(name)
    for (number, days) in [(1, 7), (2, 7), (17, 7), (23, 1), (31, 3), (58, 31)] {
      let person = Person(population, number: number, firstSeed: 5, days: days)
      let text = DrawnScenarioWriter.text(of: person.scenario)
      let again = try ScenarioReader.scenario(text: text, file: "person.yml")
      #expect(again.legs == person.scenario.legs, "\(name) \(number)")
      #expect(again.script == person.scenario.script)
      #expect(again.places == person.scenario.places)
      #expect(again.horizon == person.scenario.horizon && again.startOfDay == person.scenario.startOfDay)
      #expect(again.name == person.scenario.name && again.summary == person.scenario.summary)
      #expect(DrawnScenarioWriter.text(of: again) == text)
    }
  }

  /// Journeys by every means survive it too.
  @Test func journeysReadBackExactly() throws {
    var population = try catalog.population("everyone")
    population.values["away.begins"]?.mean = 0.4
    var kinds: Set<LegKind> = []
    for number in 1...25 {
      let person = Person(population, number: number, firstSeed: 300)
      kinds.formUnion(person.scenario.legs.map(\.kind))
      let text = DrawnScenarioWriter.text(of: person.scenario)
      #expect(try ScenarioReader.scenario(text: text, file: "person.yml").legs == person.scenario.legs)
    }
    #expect(kinds.isSuperset(of: [.flight, .train, .drive]))
  }
}
