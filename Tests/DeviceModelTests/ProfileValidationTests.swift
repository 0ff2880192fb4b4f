import DeviceModel
import Core
import Testing

struct ProfileValidationTests {
  static func faults(_ change: (inout DeviceProfile) -> Void) -> [ProfileFault] {
    var profile = SampleProfiles.phone
    change(&profile)
    return profile.validate()
  }

  @Test func theSamplesAreValid() throws {
    #expect(SampleProfiles.phone.validate() == [])
    for network in [
      SampleProfiles.lte, SampleProfiles.lte2012, SampleProfiles.umts, SampleProfiles.nrNSA, SampleProfiles.nrSA,
    ] {
      #expect(network.validate() == [])
    }
  }

  @Test func everySchemaKeyIsUniqueAndDocumented() {
    for schemas in [DeviceSchema.all, NetworkSchema.all] {
      #expect(Set(schemas.map(\.key)).count == schemas.count)
      #expect(schemas.allSatisfy { !$0.documentation.isEmpty })
    }
  }

  @Test func missingKeysOfAPresentSectionAreNamed() {
    #expect(Self.faults { $0.values["gnss.acquiring"] = nil }.map(\.key) == ["gnss.acquiring"])
    #expect(Self.faults { $0.values["battery.energy"] = nil }.map(\.key) == ["battery.energy"])
    #expect(Self.faults { $0.values["gnss.duty_cycled"] = nil } == [])
  }

  @Test func anAbsentSectionIsAMissingCapability() throws {
    var profile = SampleProfiles.phone
    for section in ["gnss", "cellular", "lte", "umts", "nr_nsa", "nr_sa", "bluetooth"] {
      profile.values = profile.values.filter { !$0.key.hasPrefix(section + ".") }
    }
    #expect(profile.validate() == [])
    let parameters = try profile.parameters(mode: .fixed)
    #expect(parameters.gnss == nil)
    #expect(parameters.cellular == nil)
    #expect(parameters.bluetooth == nil)
    #expect(parameters.wifi != nil)
    #expect(parameters.error.gnss == nil)
    #expect(parameters.error.cellBiasRatio == nil)
  }

  @Test func aDiscrepancyIsWholeOrThatOfAnUnmeasuredPhone() {
    var profile = SampleProfiles.phone.withoutDiscrepancy
    #expect(profile.discrepancy == .unmeasured)
    #expect(!profile.saysDiscrepancy)
    profile.values["discrepancy.phone"] = SampleProfiles.value(0.11)
    #expect(
      profile.validate().map(\.key) == ["discrepancy.occasion", "discrepancy.run", "discrepancy.tracking"])
    for (key, number) in [("occasion", 0.03), ("run", 0.07), ("tracking", 0.13)] {
      profile.values["discrepancy.\(key)"] = SampleProfiles.value(number)
    }
    #expect(profile.validate() == [])
    #expect(profile.discrepancy == Discrepancy(phone: 0.11, occasion: 0.03, run: 0.07, tracking: 0.13))
    #expect(profile.saysDiscrepancy)
    profile.values["discrepancy.rest"] = SampleProfiles.value(0.63)
    profile.values["discrepancy.location"] = SampleProfiles.value(0.27)
    #expect(profile.validate() == [] && profile.discrepancy.rest == 0.63 && profile.discrepancy.location == 0.27)
    profile.values["discrepancy.run"]?.mean = 1.5
    #expect(profile.validate().map(\.key) == ["discrepancy.run"])
  }

  @Test func anUnmeasuredPhoneHasAboutAQuarterInAll() {
    let discrepancy = Discrepancy.unmeasured
    let total = discrepancy.variance(share: 0.7)
    #expect(abs(discrepancy.variance(share: 0).squareRoot() - 0.25) < 0.005)
    #expect(abs(total.squareRoot() - 0.29) < 0.005)
    // Ranges of 90 % reach at most 1.7 either way.
    #expect(1.645 * total.squareRoot() < 0.5306)
  }

  @Test func aCellularRadioNeedsAModem() {
    let faults = Self.faults { profile in
      profile.values = profile.values.filter { key, _ in
        !DeviceSchema.modemSections.contains { key.hasPrefix($0 + ".") }
      }
    }
    #expect(faults.map(\.key) == ["cellular"])
  }

  @Test func unknownKeysAreNamed() {
    let faults = Self.faults { $0.values["gnss.aquiring"] = SampleProfiles.value(1) }
    #expect(faults.map(\.key) == ["gnss.aquiring"])
    #expect(faults.first?.message.contains("gnss.aquiring") == true)
  }

  @Test func impossibleValuesAreNamedWithTheirUnits() {
    let faults = Self.faults { $0.values["gnss.acquiring"] = SampleProfiles.value(12) }
    #expect(faults.map(\.key) == ["gnss.acquiring"])
    #expect(faults.first?.message == "12 W is not possible for gnss.acquiring")
    #expect(faults.first?.remedy == "use a value between 0 W and 10 W")
  }

  @Test func aRangeWithoutTheMeanIsAFault() {
    let faults = Self.faults { $0.values["gnss.acquiring"]?.range = 0.2...0.3 }
    #expect(faults.map(\.key) == ["gnss.acquiring"])
  }

  @Test(arguments: [ProfileValue.Distribution.normal, .lognormal], [1e200, 10.01, -0.01, .infinity, .nan])
  func deviationsBeyondTheValidRangeAreFaults(distribution: ProfileValue.Distribution, deviation: Double) {
    let faults = Self.faults {
      $0.values["gnss.tracking_strong"]?.deviation = deviation
      $0.values["gnss.tracking_strong"]?.distribution = distribution
      $0.values["gnss.tracking_strong"]?.range = 0.025...0.11
    }
    #expect(faults.map(\.key) == ["gnss.tracking_strong"])
    #expect(faults.first?.message.hasSuffix("is not possible for gnss.tracking_strong") == true)
    #expect(faults.first?.remedy == "use a deviation between 0 W and 10 W")
  }

  @Test func aLogNormalDeviationIsAtMostTenTimesTheMean() {
    func faults(_ mean: Double, _ deviation: Double, _ distribution: ProfileValue.Distribution) -> [ProfileFault] {
      Self.faults {
        $0.values["processor.linger"]?.mean = mean
        $0.values["processor.linger"]?.deviation = deviation
        $0.values["processor.linger"]?.range = 0...5
        $0.values["processor.linger"]?.distribution = distribution
      }
    }
    #expect(faults(0.37, 3.7, .lognormal) == [])
    #expect(faults(0.37, 3.8, .normal) == [])
    #expect(faults(1e-300, 1, .normal) == [])
    let fault = faults(0.37, 3.8, .lognormal)
    #expect(fault.map(\.key) == ["processor.linger"])
    #expect(fault.first?.message == "the deviation 3.8 s is more than 10 times the mean of a lognormal value")
    #expect(fault.first?.remedy == "use at most 3.7 s, or distribution normal")
    #expect(faults(1e-300, 1, .lognormal).map(\.key) == ["processor.linger"])
  }

  /// A profile made in Swift is refused when its numbers are asked for.
  @Test(arguments: [ParameterMode.fixed, .drawn(seed: 3)])
  func aProfileWithAHugeDeviationGivesNoPhone(mode: ParameterMode) {
    for distribution in [ProfileValue.Distribution.normal, .lognormal] {
      var profile = SampleProfiles.phone
      profile.values["processor.linger"]?.deviation = 1e300
      profile.values["processor.linger"]?.distribution = distribution
      profile.values["processor.linger"]?.range = 0...5
      #expect(throws: ProfileFault.self) { try profile.parameters(mode: mode) }
      var network = SampleProfiles.lte
      network.values["tail_time"]?.deviation = 1e200
      network.values["tail_time"]?.distribution = distribution
      #expect(throws: ProfileFault.self) { try network.parameters(mode: mode) }
    }
  }

  @Test func contradictoryCorrelationsAreAFault() {
    let faults = Self.faults {
      $0.correlations = [
        Correlation(between: "lte.promotion", "lte.connected", value: 0.9, source: "test"),
        Correlation(between: "lte.connected", "lte.long_drx", value: 0.9, source: "test"),
        Correlation(between: "lte.promotion", "lte.long_drx", value: -0.9, source: "test"),
      ]
    }
    #expect(faults.map(\.key) == ["correlations"])
    #expect(
      Self.faults {
        $0.correlations = [Correlation(between: "lte.promotion", "lte.nothing", value: 0.3, source: "test")]
      }.count == 1)
    #expect(
      Self.faults {
        $0.correlations = [Correlation(between: "lte.promotion", "lte.connected", value: 1, source: "test")]
      }.count == 2)
  }

  @Test func aNetworkHasOnlyKeysOfItsTechnology() {
    var network = SampleProfiles.lte
    network.values["dch_timer"] = SampleProfiles.value(5)
    network.values["power.umts.dch"] = SampleProfiles.value(0.5)
    #expect(network.validate().map(\.key) == ["dch_timer", "power.umts.dch"])
    network = SampleProfiles.umts
    network.values["dch_timer"] = nil
    #expect(network.validate().map(\.key) == ["dch_timer"])
  }

  @Test func inheritedValuesFillWhatTheChildLeavesOut() {
    var child = DeviceProfile(
      name: "child", summary: "", defaultNetwork: "3g", values: ["gnss.acquiring": SampleProfiles.value(0.27)])
    child = child.inheriting(from: SampleProfiles.phone)
    #expect(child.validate() == [])
    #expect(child.name == "child")
    #expect(child.values["gnss.acquiring"]?.mean == 0.27)
    #expect(child.values["gnss.sleep"]?.mean == 0.0051)
  }

  /// A fit with new values on a fitted profile: correlations of both are kept while one matrix can have them.
  @Test func inheritedCorrelationsNeverContradict() {
    func correlation(_ first: String, _ second: String, _ value: Double) -> Correlation {
      Correlation(between: first, second, value: value, source: "made up")
    }
    let old = [correlation("a", "b", 0.9), correlation("b", "c", 0.9), correlation("d", "e", 0.37)]
    // 0.9 and 0.9 leave 0.62 to 1 for the third.
    let possible = correlation("c", "a", 0.71)
    let impossible = correlation("a", "c", -0.29)
    #expect([possible].inheriting(from: old) == [possible] + old)
    #expect([impossible].inheriting(from: old) == [impossible, old[2]])
    #expect([correlation("b", "a", 0.13)].inheriting(from: old) == [correlation("b", "a", 0.13), old[1], old[2]])
  }
}
