import Analysis
import DeviceModel
import Testing

@Suite struct ProvenanceTests {
  @Test func saysWhatIsEstimatedAndWhatIsNot() {
    let trusts = Array(repeating: Trust.estimate, count: 31) + Array(repeating: .published, count: 7)
    let provenance = Provenance(profile: "modern-phone", trusts: trusts, hasMeasuredTotal: false)
    #expect(
      provenance.sentence
        == "modern-phone: 31 of 38 values are estimates; nearest validated device: none yet"
    )
  }

  @Test func namesTheValidatedDevice() {
    let validation = Provenance.Validation(
      device: "iphone-6", trips: .init(medianPercent: 43, settings: 1), rest: .init(medianPercent: 7.04, settings: 5),
      held: 93, of: 109)
    let provenance = Provenance(
      profile: "iphone-6", trusts: [.estimate, .fitted, .measured], hasMeasuredTotal: true,
      nearestValidation: validation)
    #expect(
      provenance.sentence
        == "iphone-6: 1 of 3 values is an estimate; whole-phone total measured; "
        + "checked on days of its fit: off by 43 % on long trips (one setting) and 7.0 % at rest (median of 5)")
    #expect(provenance.heldRuns?.held == 93 && provenance.heldRuns?.of == 109)
    let other = Provenance(
      profile: "mine", trusts: [.estimate], hasMeasuredTotal: false,
      nearestValidation: validation)
    let error = "off by 43 % on long trips (one setting) and 7.0 % at rest (median of 5)"
    #expect(other.sentence.hasSuffix("; nearest validated device: iphone-6, \(error)"))
    #expect(other.heldRuns == nil)
  }
}
