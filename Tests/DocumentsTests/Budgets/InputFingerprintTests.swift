import Analysis
import DeviceModel
import Documents
import Strategies
import Testing
import World

@Suite struct InputFingerprintTests {
  @Test func commentsAndOrderDoNotCount() throws {
    let one = try InputFingerprint.scenario(name: "s", text: "a: 1\nb: [2, 3]\n", file: "s.yml")
    let two = try InputFingerprint.scenario(name: "s", text: "# day\nb:\n  - 2\n  - 3\na: '1'\n", file: "t.yml")
    #expect(one == two)
  }

  @Test(arguments: ["a: 1\nb: [2, 4]\n", "a: 1\nb: [2]\n", "a: 1\n", "a: 1\nc: [2, 3]\n", "b: [2, 3]\na: \"1\\nb: 1\""])
  func everyValueCounts(_ other: String) throws {
    let one = try InputFingerprint.scenario(name: "s", text: "a: 1\nb: [2, 3]\n", file: "s.yml")
    #expect(try InputFingerprint.scenario(name: "s", text: other, file: "s.yml") != one)
  }

  @Test func inheritedValuesCount() throws {
    let catalog = Catalog()
    var device = try catalog.device("modern-phone")
    let before = InputFingerprint.device(device)
    #expect(before == InputFingerprint.device(try catalog.device("modern-phone")))
    let key = try #require(device.values.keys.min())
    device.values[key] = nil
    #expect(InputFingerprint.device(device) != before)
    #expect(InputFingerprint.network(try catalog.network("lte")) != InputFingerprint.network(try catalog.network("3g")))
    #expect(
      InputFingerprint.strategy(try catalog.strategy("continuous"))
        != InputFingerprint.strategy(try catalog.strategy("deferred")))
  }

  @Test func aDiscrepancyDoesNotCount() throws {
    var device = try Catalog().device("modern-phone")
    let before = InputFingerprint.device(device)
    device.values["discrepancy.phone"]?.mean = 0.31
    #expect(InputFingerprint.device(device) == before)
    #expect(InputFingerprint.device(device.withoutDiscrepancy) == before)
  }
}
