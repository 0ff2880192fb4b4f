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

  @Test func aProfileThatCannotBeUsedIsRefused() {
    #expect(throws: ProfileFault.self) { try Self.phone { device, _ in device.values["base.drain"]?.mean = -1 } }
    #expect(throws: ProfileFault.self) { try Self.phone { _, network in network.values["tail_time"] = nil } }
  }
}
