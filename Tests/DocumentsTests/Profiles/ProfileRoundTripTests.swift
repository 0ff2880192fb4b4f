import DeviceModel
import Documents
import FileFormats
import Testing

@Suite struct ProfileRoundTripTests {
  @Test func aWrittenDeviceReadsBackExactly() throws {
    let text = ProfileWriter.text(of: SampleProfiles.device)
    let read = try DeviceProfileReader.read(text, file: "a.yml", name: "sample") { yaml throws(InputError) in
      throw yaml.error("no parents here", remedy: "none")
    }
    for schema in DeviceSchema.all {
      #expect(read.values[schema.key] == SampleProfiles.device.values[schema.key])
    }
    #expect(read == SampleProfiles.device)
    #expect(ProfileWriter.text(of: read) == text)
  }

  @Test(arguments: RadioTechnology.allCases)
  func aWrittenNetworkReadsBackExactly(_ technology: RadioTechnology) throws {
    let profile = SampleProfiles.network(technology)
    let text = ProfileWriter.text(of: profile)
    let read = try NetworkProfileReader.read(text, file: "a.yml", name: "sample") { yaml throws(InputError) in
      throw yaml.error("no parents here", remedy: "none")
    }
    #expect(read == profile)
  }

  /// Dividing by a unit must not show: 0.7 s is `700 ms`, not `699.9999999999999 ms`.
  @Test func catalogueValuesAreWrittenWithoutDust() throws {
    let catalog = Catalog()
    for name in catalog.names(.devices) {
      let text = ProfileWriter.text(of: try catalog.device(name))
      // Numbers with a unit end in a letter; plain ones are written as they are.
      let dusty = text.split { ",[]{}".contains($0) }.filter {
        ($0.contains("99999999") || $0.contains("00000000")) && $0.last?.isLetter == true
      }
      #expect(dusty.isEmpty, "\(name): \(dusty)")
    }
  }

  @Test func theWrittenFormIsTheOneOfTheDesign() {
    var profile = SampleProfiles.device
    profile.correlations = []
    profile.summary = "Short"
    let strong = ProfileValue(
      mean: 0.045, deviation: 0.015, range: 0.025...0.11, distribution: .lognormal, trust: .estimate, source: "F, P1")
    let median = ProfileValue(
      mean: 1.5, deviation: 0, range: 0.5...20, distribution: .lognormal, trust: .published, source: "F")
    let spread = ProfileValue(
      mean: 0.5, deviation: 0, range: 0.5...0.5, distribution: .fixed, trust: .published, source: "F")
    profile.values = [
      "gnss.tracking_strong": strong, "gnss.ttff.hot.median": median, "gnss.ttff.hot.log_deviation": spread,
      "battery.health": spread,
    ]
    #expect(
      ProfileWriter.text(of: profile) == """
        name: sample
        summary: "Short"
        default_network: lte-short-tail
        system: ios
        battery:
          health: {mean: 0.5, distribution: fixed, trust: published, source: "F"}
        gnss:
          tracking_strong: {mean: 45 mW, deviation: 15 mW, range: [25 mW, 110 mW], distribution: lognormal, \
        trust: estimate, source: "F, P1"}
          ttff:
            hot: {median: 1.5 s, log_deviation: 0.5, range: [500 ms, 20 s], distribution: lognormal, \
        trust: published, source: "F"}

        """)
  }
}
