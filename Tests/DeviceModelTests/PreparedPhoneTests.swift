import Testing

@testable import DeviceModel

@Suite struct PreparedPhoneTests {
  static func phone(
    _ change: (inout DeviceProfile, inout NetworkProfile) -> Void = { _, _ in }
  ) throws -> PreparedPhone {
    var (device, network) = (SampleProfiles.phone, SampleProfiles.lte)
    device.values["processor.linger"] = SampleProfiles.value(1.7, deviation: 0.3)
    device.values["base.drain"] = SampleProfiles.value(0.023, deviation: 0.007)
    device.correlations = [
      Correlation(between: "processor.linger", "base.drain", value: 0.7, source: "made up for tests")
    ]
    network.values["tail_time"] = SampleProfiles.value(11.3, deviation: 2.1)
    change(&device, &network)
    return try PreparedPhone(device: device, network: network)
  }

  @Test(arguments: [ParameterMode.fixed, .drawn(seed: 3), .drawn(seed: 11)])
  func numbersAreThoseOfTheProfiles(mode: ParameterMode) throws {
    let phone = try Self.phone()
    let numbers = try phone.numbers(mode)
    #expect(numbers.device == (try phone.device.parameters(mode: mode)))
    #expect(numbers.network == (try phone.network.parameters(mode: mode)))
    #expect(numbers.prices == (try PowerTable(device: numbers.device, network: numbers.network)))
  }

  @Test func aPriceLeavesTheShapeAndATimerDoesNot() throws {
    let shape = try Self.phone().numbers(.fixed).shape
    let dear = try Self.phone { device, _ in device.values["base.drain"] = SampleProfiles.value(0.029) }.numbers(.fixed)
    #expect(dear.shape == shape)
    #expect(dear.prices != (try Self.phone().numbers(.fixed).prices))
    let slow = try Self.phone { device, _ in device.values["processor.linger"]?.mean *= 1.25 }.numbers(.fixed)
    #expect(slow.shape != shape)
    let long = try Self.phone { _, network in network.values["tail_time"]?.mean *= 0.9 }.numbers(.fixed)
    #expect(long.shape != shape)
  }

  /// A missing price can mean a missing state.
  @Test func aMissingKeyIsAnotherShape() throws {
    let shape = try Self.phone { device, _ in device.values["processor.wifi_session"] = SampleProfiles.value(0.11) }
      .numbers(.fixed).shape
    let without = try Self.phone { device, _ in device.values["processor.wifi_session"] = nil }.numbers(.fixed).shape
    #expect(shape != without)
  }

  @Test func seedsDrawTheirOwnShapes() throws {
    let phone = try Self.phone()
    #expect(try phone.numbers(.drawn(seed: 1)).shape != phone.numbers(.drawn(seed: 2)).shape)
    #expect(try phone.numbers(.drawn(seed: 1)).shape == phone.numbers(.drawn(seed: 1)).shape)
  }

  /// A phone made after the pattern of another, and numbers drawn after those of another, are as if made alone.
  static func expectLikenessSavesTimeOnly(
    _ mode: ParameterMode, _ change: (inout DeviceProfile, inout NetworkProfile) -> Void, _ what: String
  ) throws {
    let base = try phone()
    let alone = try phone(change)
    let like = try PreparedPhone(device: alone.device, network: alone.network, like: base)
    let own = try alone.numbers(mode)
    // Prepared alike, and only drawn alike.
    for phone in [like, alone] {
      let other = try phone.numbers(mode, like: (base, base.numbers(mode)))
      #expect(other.device == own.device, "\(what)")
      #expect(other.network == own.network, "\(what)")
      #expect(other.prices == own.prices, "\(what)")
      #expect(other.shape == own.shape, "\(what)")
    }
  }

  @Test(arguments: [ParameterMode.fixed, .drawn(seed: 3), .drawn(seed: 11)])
  func likenessSavesTimeOnly(mode: ParameterMode) throws {
    let changes: [(inout DeviceProfile, inout NetworkProfile) -> Void] = [
      { device, _ in device.values["processor.wifi_session"] = SampleProfiles.value(0.11) },
      { _, network in network.values["tail_time"]?.range = 9...31 },
      { device, network in (device.name, network.name) = ("other", "another") },
      { device, _ in device.system = .android },
      { device, _ in device.correlations = [] },
      { device, network in
        device.values["base.drain"] = SampleProfiles.value(0.029)
        network.values["promotion_time"] = SampleProfiles.value(0.267)
      },
    ]
    for (number, change) in changes.enumerated() {
      try Self.expectLikenessSavesTimeOnly(mode, change, "change \(number)")
    }
  }

  /// Of every key, in fixed and drawn numbers; 1 % more, or less where more is not possible.
  @Test(arguments: [ParameterMode.fixed, .drawn(seed: 7)])
  func eachChangedKeyIsRead(mode: ParameterMode) throws {
    let base = try Self.phone()
    func changed(_ value: ProfileValue, _ range: ClosedRange<Double>) -> ProfileValue {
      let more = value.mean == 0 ? min(0.013, range.upperBound) : value.mean * 1.01
      return SampleProfiles.value(range.contains(more) ? more : value.mean * 0.99, deviation: value.deviation)
    }
    for (key, value) in base.device.values {
      let range = try #require(DeviceSchema.schema(of: key)).validRange
      try Self.expectLikenessSavesTimeOnly(mode, { device, _ in device.values[key] = changed(value, range) }, key)
    }
    for (key, value) in base.network.values {
      let range = try #require(NetworkSchema.schema(of: key)).validRange
      try Self.expectLikenessSavesTimeOnly(mode, { _, network in network.values[key] = changed(value, range) }, key)
    }
  }

  @Test func likenessHidesNoFault() throws {
    var device = try Self.phone().device
    device.values["base.drain"]?.mean = -1
    #expect(throws: ProfileFault.self) {
      try PreparedPhone(device: device, network: SampleProfiles.lte, like: try Self.phone())
    }
  }

  @Test func aProfileThatCannotBeUsedIsRefused() {
    #expect(throws: ProfileFault.self) { try Self.phone { device, _ in device.values["base.drain"]?.mean = -1 } }
    #expect(throws: ProfileFault.self) { try Self.phone { _, network in network.values["tail_time"] = nil } }
  }
}
