import Reports
import Testing

@testable import Measured

/// What a value's source says of the data that it was fitted to.
@Suite struct PriorProvenanceTests {
  private static let input = FitReport.Input(
    role: "levels", file: "measured/levels.csv",
    digest: "0f036d10b8081111111111111111111111111111111111111111111111111111", details: [])

  @Test(arguments: [
    ("fit of battery.csv (SHA-256 0f036d10b808), model drain", "levels.csv, SHA-256 0f036d10b808"),
    ("fit of levels.csv, model drain", "levels.csv"),
    // Another file of the same name.
    ("fit of levels.csv (SHA-256 1f036d10b808), model drain", nil),
    ("sources A7: 1810 mAh at 3.82 V", nil), ("made up", nil),
    ("geojoule fit power on MobilityNet battery levels of iPhone 6", nil),
  ])
  func aSourceNamesTheDataAtHand(source: String, overlap: String?) {
    #expect(PriorProvenance.overlap(of: source, with: [Self.input]) == overlap)
  }

  @Test func aKnownDataSetIsKnownByItsFolder() {
    let source = "geojoule fit power on MobilityNet battery levels of iPhone 6 (battery.csv SHA-256 0f036d10b808)"
    let input = FitReport.Input(
      role: "levels", file: "/data/mobilitynet/stationary/part.csv", digest: "77", details: [])
    #expect(PriorProvenance.overlap(of: source, with: [input]) == "MobilityNet")
  }
}
