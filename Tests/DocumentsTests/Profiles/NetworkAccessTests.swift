import DeviceModel
@testable import Documents
import TestSupport
import Testing

/// Further accesses in network files.
@Suite struct NetworkAccessTests {
  private static let fixed = "distribution: fixed, trust: estimate, source: s"
  private static let town = """
    summary: "LTE with 3G and 5G"
    inherits: lte
    access:
      umts:
        network: 3g
        share: {mean: 0.23, deviation: 0.05, range: [0.1, 0.4], distribution: normal, trust: estimate, source: s}
        stay: {mean: 1.7 km, \(fixed)}
        next:
          nr_nsa: {mean: 0.37, \(fixed)}
      nr_nsa:
        network: nr-nsa
        share: {mean: 0.11, \(fixed)}
        stay: {mean: 700 m, \(fixed)}

    """

  private static func catalog(_ texts: [String: String]) -> Catalog {
    let base = Catalog()
    return Catalog(
      entries: CatalogKind.allCases.flatMap(base.entries)
        + texts.map {
          CatalogEntry(kind: .networks, name: $0.key, file: "networks/\($0.key).yml", text: $0.value, isBuiltIn: false)
        })
  }

  private static func error(_ text: String, _ others: [String: String] = [:]) -> String {
    failure { _ = try catalog(["town": text].merging(others) { $1 }).network("town") }
  }

  @Test func accessesAreReadAndReadBack() throws {
    let catalog = Self.catalog(["town": Self.town])
    let network = try catalog.network("town")
    #expect(network.accesses == [.umts: try catalog.network("3g"), .nrNSA: try catalog.network("nr-nsa")])
    #expect(network.values["access.umts.stay"]?.mean == 1700)
    #expect(network.values["access.umts.next.nr_nsa"]?.mean == 0.37)
    let parameters = try network.parameters(mode: .drawn(seed: 7))
    #expect(parameters.accesses.map(\.network.name) == ["3g", "nr-nsa"])
    #expect(parameters.accesses[0].share != 0.23 && (0.1...0.4).contains(parameters.accesses[0].share))
    let text = ProfileWriter.text(of: network)
    #expect(text.contains("access:\n  umts:\n    network: \"3g\"\n    share: {mean: 0.23,"))
    #expect(text.contains("\n  nr_nsa:\n    network: nr-nsa\n    share: {mean: 0.11,"))
    #expect(try Self.catalog(["town": text]).network("town") == network)
  }

  @Test func heirsTakeAccessesOrLeaveThemOut() throws {
    func heir(_ more: String) throws -> NetworkProfile {
      try Self.catalog(["town": Self.town, "heir": "summary: s\ninherits: town\n\(more)"]).network("heir")
    }
    #expect(try heir("").accesses.count == 2)
    #expect(try heir("without: [access]\n").accesses.isEmpty)
    let one = try heir("without: [access.umts]\n")
    #expect(one.accesses.keys.map(\.rawValue) == ["nr_nsa"] && one.values["access.umts.share"] == nil)
    let other = try heir("access: {umts: {network: 3g}}\n")
    #expect(other.accesses.count == 2 && other.values["access.umts.share"]?.mean == 0.23)
  }

  @Test func whatCannotBeIsRefusedAtItsPlace() {
    func replaced(_ old: String, _ new: String) -> String { Self.error(Self.town.replacing(old, with: new)) }
    #expect(
      replaced("network: 3g", "network: 4g")
        == "networks/town.yml:5:14: error: access.umts.network: unknown network '4g'; did you mean '3g'? valid names: "
        + "3g, lte, lte-2012, lte-short-tail, nr-nsa, nr-sa")
    #expect(
      replaced("network: 3g", "network: lte-2012")
        == "networks/town.yml:5:14: error: the network 'lte-2012' is LTE, not 3G; name a network of technology umts")
    #expect(
      replaced("network: 3g", "network: town").contains(
        ":5:14: error: access.umts.network: the network 'town' is an access of itself"))
    #expect(replaced("network: 3g", "network: [3g]").contains("networks/town.yml:5:14: error: access.umts.network"))
    #expect(replaced("    network: 3g\n", "").contains("error: access.umts names no network; add 'network: NAME'"))
    #expect(replaced("mean: 1.7 km", "mean: 1.7").contains("has no unit"))
    #expect(replaced("mean: 1.7 km", "mean: 3 m").contains("is outside 10 m to 1000 km"))
    #expect(replaced("mean: 0.11", "mean: 1.1").contains("is outside 0 to 1"))
    #expect(replaced("mean: 0.11", "mean: 0.61").contains("the shares can add up to 1 or more"))
    #expect(replaced("mean: 700 m", "mean: 7 km").contains("more often than its share and stay allow"))
    #expect(replaced("  umts:", "  lte:").contains("means nothing in a network of technology lte"))
    #expect(replaced("  umts:", "  umtz:").contains("unknown key 'umtz' in access"))
    #expect(replaced("    share: {mean: 0.11, \(Self.fixed)}\n", "").contains("access.nr_nsa.share is missing"))
    #expect(replaced("access:", "access: 7\nx:").hasPrefix("networks/town.yml:"))
  }

  @Test func circlesAndNestsAreRefused() {
    let nested = Self.error(
      Self.town.replacing("network: 3g", with: "network: inner"),
      [
        "inner":
          "summary: s\ninherits: 3g\naccess: {lte: {network: lte, share: {mean: 0.1, \(Self.fixed)}, stay: {mean: 1 km, \(Self.fixed)}}}\n"
      ])
    #expect(nested.contains("networks/town.yml:5:14: error: the network 'inner' has accesses of its own"), "\(nested)")
    let circle = Self.error(
      Self.town.replacing("network: 3g", with: "network: inner"),
      [
        "inner":
          "summary: s\ninherits: 3g\naccess: {lte: {network: town, share: {mean: 0.1, \(Self.fixed)}, stay: {mean: 1 km, \(Self.fixed)}}}\n"
      ])
    #expect(circle.contains("networks/inner.yml") && circle.contains("is an access of itself"), "\(circle)")
    // Its own heir.
    let heir = Self.error(
      Self.town.replacing("network: 3g", with: "network: inner"),
      ["inner": "summary: s\ninherits: town\ntechnology: umts\n"])
    #expect(heir.contains("circle"), "\(heir)")
  }

  @Test func aBaselineKnowsTheAccesses() throws {
    let town = Self.catalog(["town": Self.town])
    var changed = try town.network("town")
    changed.accesses[.umts]?.values["dch_timer"]?.mean = 4.9
    #expect(InputFingerprint.network(try town.network("town")) != InputFingerprint.network(changed))
  }
}
