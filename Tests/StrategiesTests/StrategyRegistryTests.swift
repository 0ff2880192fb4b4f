import LocationServices
import Testing

@testable import Strategies

@Suite struct StrategyRegistryTests {
  @Test func namesAreUniqueAndFound() {
    let names = StrategyRegistry.kinds.map(\.name)
    #expect(Set(names).count == names.count)
    for name in names { #expect(StrategyRegistry.kind(named: name)?.name == name) }
    #expect(StrategyRegistry.kind(named: "teleport") == nil)
  }

  @Test func everyStandardValueFitsItsOwnForm() {
    for kind in StrategyRegistry.kinds {
      let keys = kind.parameters.map(\.key)
      #expect(Set(keys).count == keys.count)
      for parameter in kind.parameters {
        switch (parameter.form, parameter.standard) {
        case (.distance(let range, let orNone), .distance(let value)),
          (.time(let range, let orNone), .time(let value)):
          #expect(range.contains(value) || (orNone && value == .infinity), "\(kind.name).\(parameter.key)")
        case (.choice(let choices), .choice(let value)): #expect(choices.contains(value))
        case (.flag, .flag): break
        default: Issue.record("\(kind.name).\(parameter.key): the standard value has another form")
        }
        #expect(!parameter.summary.isEmpty)
      }
    }
  }

  @Test func whatTheFileGivesGoesBeforeTheStandard() throws {
    let kind = try #require(StrategyRegistry.kind(named: "standard"))
    let settings = StrategySettings(
      kind: kind, given: ["distance_filter": .distance(37), "desired_accuracy": .choice("kilometer")],
      upload: UploadPolicy(batchCount: 3))
    #expect(settings.number("distance_filter") == 37)
    #expect(settings.desiredAccuracy == .kilometer)
    #expect(settings.activityType == .other)
    #expect(settings.flag("allows_background"))
    #expect(!settings.flag("pauses_automatically"))
    #expect(settings.upload?.batchCount == 3)
  }

  @Test func anUnknownKindIsAnError() {
    let strategy = StrategySpecification(name: "x", summary: "", kind: "teleport")
    #expect(throws: UnknownStrategyKind.self) { try strategy.appDefinition() }
  }
}
