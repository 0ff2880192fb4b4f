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
    let provenance = Provenance(
      profile: "iphone-6", trusts: [.estimate, .fitted, .measured], hasMeasuredTotal: true,
      nearestValidation: .init(device: "iphone-6", medianErrorPercent: 7.04))
    #expect(
      provenance.sentence
        == "iphone-6: 1 of 3 values is an estimate; whole-phone total measured; "
        + "checked on trips of its fit: median error 7.0 %")
    let other = Provenance(
      profile: "mine", trusts: [.estimate], hasMeasuredTotal: false,
      nearestValidation: .init(device: "iphone-6", medianErrorPercent: 43, side: .tooLow))
    #expect(
      other.sentence.hasSuffix(
        "; nearest validated device: iphone-6 (its predictions are 43 % too low in the median)"))
  }
}
