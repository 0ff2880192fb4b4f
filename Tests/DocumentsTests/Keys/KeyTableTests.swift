import Core
import FileFormats
import Testing

@testable import Documents

/// One declaration of keys reads a mapping, refuses other keys and describes itself.
@Suite struct KeyTableTests {
  private struct AxleKeys: KeyTable {
    let load = Key("load", .number(1.5...7.25))
  }

  private struct CartKeys: KeyTable {
    let name = Key("name", .text, "its name")
    let wheels = Key("wheels", .whole(3...7), standard: 5)
    let axle = AxleKeys()
    let reach = Key("reach", optional: Form.distance(.metres(2) ... .kilometres(3)).or("none", .zero))
    let rule = KeyRule.any([["wheels"], ["reach"]])
  }

  private let keys = Keys(CartKeys())

  private func cart(_ text: String) throws -> KeyedMapping<CartKeys> {
    try keys.read(YAMLDocument(text: text, file: "c.yml").root)
  }

  private func fault(_ text: String) -> String {
    do {
      let cart = try cart(text)
      _ = (try cart.name, try cart.wheels, try cart.axle.load, try cart.reach, try cart.needed(\.reach))
      return ""
    } catch { return "\(error)" }
  }

  @Test func valuesAndStandards() throws {
    let given = try cart("name: a\nwheels: 3\nload: 1.75\nreach: 0.7 km\n")
    #expect(try given.name == "a")
    #expect(try given.wheels == 3)
    #expect(try given.axle.load == 1.75)
    #expect(try given.reach == .metres(700))
    #expect(given.given(\.wheels)?.place.line == 2)
    let least = try cart("name: a\nload: 7.25\n")
    #expect(try least.wheels == 5)
    #expect(try least.reach == nil)
    #expect(try cart("name: a\nload: 2\nreach: none\n").reach == .zero)
  }

  @Test func faultsHaveTheirPlace() {
    #expect(fault("name: a\nload: 2\nweels: 4\n").hasPrefix("c.yml:3:1: error: unknown key 'weels'"))
    #expect(fault("name: a\nload: 2\nwheels: 8\n").hasPrefix("c.yml:3:9: error: wheels: 8 is outside 3 to 7"))
    #expect(fault("name: a\nload: 7.5\n").hasPrefix("c.yml:2:7: error: load: 7.5 is outside 1.5 to 7.25"))
    #expect(fault("load: 2\n").contains("the key 'name' is missing"))
    #expect(fault("name: a\nload: 2\n").contains("the key 'reach' is missing"))
    #expect(fault("name: a\nload: 2\nreach: 1 m\n").hasPrefix("c.yml:3:8: error: reach: 1 m is outside 2 m to 3 km"))
  }

  @Test func theSchemaHasTheSameKeys() {
    guard case .keys(let entries, let rules) = keys.schema else {
      Issue.record("no keys")
      return
    }
    #expect(entries.map(\.name) == ["name", "wheels", "load", "reach"])
    #expect(entries.map(\.isRequired) == [true, false, true, false])
    #expect(rules.count == 1)
    guard case .whole(3...7) = entries[1].schema, case .number(1.5...7.25) = entries[2].schema,
      case .either(let kinds) = entries[3].schema, kinds.count == 2, case .choice(["none"]) = kinds[1]
    else {
      Issue.record("other kinds of values: \(entries)")
      return
    }
  }

  /// A mapping of a few keys, read at once.
  @Test func valuesOfAFewKeysAreReadTogether() throws {
    let form = Form.keys(Key("low", .whole(1...9)), Key("high", .whole(1...9), standard: 7)) { $0 * 10 + $1 }
    #expect(try form.read(YAMLDocument(text: "low: 3\n", file: "c.yml").root) == 37)
    #expect(try form.read(YAMLDocument(text: "{low: 3, high: 4}\n", file: "c.yml").root) == 34)
    #expect(throws: InputError.self) { try form.read(YAMLDocument(text: "{low: 3, hihg: 4}\n", file: "c.yml").root) }
  }
}
