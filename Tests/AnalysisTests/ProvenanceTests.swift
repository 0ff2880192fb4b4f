@testable import Analysis
import DeviceModel
import Testing

@Suite struct ProvenanceTests {
  @Test func saysWhatIsEstimatedAndWhatIsNot() {
    let trusts = Array(repeating: Trust.estimate, count: 31) + Array(repeating: .published, count: 7)
    let provenance = Provenance(profile: "modern-phone", trusts: trusts)
    #expect(
      provenance.sentence
        == "modern-phone: 31 of 38 values are estimates; untested"
    )
  }

  @Test func saysThatItWasFittedAndToNothingElse() {
    #expect(
      Provenance(profile: "mine", trusts: [.estimate, .fitted, .fitted]).sentence
        == "mine: 1 of 3 values is an estimate; 2 values fitted to measured days, untested on others")
  }

  @Test func saysHowFarItWasOffOnDaysThatTheFitDidNotHave() {
    let validation = Provenance.Validation(
      device: "iphone-6", trips: .init(medianPercent: 13.4, worstPercent: 27.6, held: 17, runs: 19),
      rest: .init(medianPercent: 7.04, worstPercent: 11, held: 31, runs: 37))
    let provenance = Provenance(
      profile: "iphone-6", trusts: [.estimate, .fitted, .measured], validation: validation)
    #expect(
      provenance.sentence
        == "iphone-6: 1 of 3 values is an estimate; on days not used for the fit: "
        + "long trips off by 13 % (median), 28 % (worst), ranges held 89 %; "
        + "rest off by 7 % (median), 11 % (worst), ranges held 84 %")
  }
}
