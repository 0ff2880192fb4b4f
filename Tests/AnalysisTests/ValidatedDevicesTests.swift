import DeviceModel
import Testing

@testable import Analysis

@Suite struct ValidatedDevicesTests {
  private func device(_ name: String, _ system: PhoneSystem) -> DeviceProfile {
    DeviceProfile(name: name, summary: "", defaultNetwork: "lte", values: [:], system: system)
  }

  @Test func onlyADeviceWithDaysOfItsOwnIsTested() {
    #expect(ValidatedDevices.figures(of: device("iphone-6", .ios))?.device == "iphone-6")
    #expect(ValidatedDevices.figures(of: device("nexus-6", .android))?.device == "nexus-6")
    #expect(ValidatedDevices.figures(of: device("modern-phone", .ios)) == nil)
    #expect(ValidatedDevices.figures(of: device("mine", .android)) == nil)
  }
}
