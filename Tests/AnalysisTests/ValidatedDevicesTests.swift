import DeviceModel
import Testing

@testable import Analysis

@Suite struct ValidatedDevicesTests {
  private func device(_ name: String, _ system: PhoneSystem) -> DeviceProfile {
    DeviceProfile(name: name, summary: "", defaultNetwork: "lte", values: [:], system: system)
  }

  @Test func theNearestIsTheDeviceItselfThenOneOfItsSystem() {
    #expect(ValidatedDevices.nearest(to: device("iphone-6", .ios))?.device == "iphone-6")
    #expect(ValidatedDevices.nearest(to: device("modern-phone", .ios))?.device == "iphone-6")
    #expect(ValidatedDevices.nearest(to: device("nexus-6", .android))?.device == "nexus-6")
    #expect(ValidatedDevices.nearest(to: device("mine", .android))?.device == "nexus-6")
  }
}
