import DeviceModel
import Documents
import RealModule
import Testing

@testable import Measured

/// Priors of a joint fit of one phone, by hand.
@Suite struct PhoneDesignTests {
  private static func fitted(_ mean: Double, _ deviation: Double) -> ProfileValue {
    ProfileValue(
      mean: mean, deviation: deviation, range: mean / 9...mean * 9, distribution: .lognormal, trust: .fitted,
      source: "made up")
  }

  private static func logDeviation(_ ratio: Double) -> Double { Double.log(onePlus: ratio * ratio).squareRoot() }

  /// A phone whose powers were fitted together with its battery's size: what is asked in percent an hour is known better than
  /// powers and size apart.
  @Test func correlationsWithTheBatteryAreKept() throws {
    var device = try Catalog().device("modern-phone")
    device.values["gnss.tracking_strong"] = Self.fitted(0.031, 0.0093)
    device.values["processor.location_session"] = Self.fitted(0.27, 0.054)
    device.values["battery.energy"] = Self.fitted(45_000, 5_400)
    device.values["battery.health"] = Self.fitted(0.9, 0.045)
    device.correlations = [
      Correlation(between: "gnss.tracking_strong", "battery.energy", value: 0.61, source: "made up"),
      Correlation(between: "battery.health", "processor.location_session", value: -0.37, source: "made up"),
      Correlation(between: "gnss.tracking_strong", "processor.location_session", value: 0.23, source: "made up"),
    ]
    let design = PhoneDesign(
      device: device, shares: ["gnss.tracking_strong": 0.3, "processor.location_session": 0.1, "wifi.scan": 0.001])
    #expect(design.keys == ["gnss.tracking_strong", "processor.location_session"] && design.measured == 2)
    let (receiver, session) = (Self.logDeviation(0.3), Self.logDeviation(0.2))
    let (energy, health) = (Self.logDeviation(0.12), Self.logDeviation(0.05))
    let expected = [
      [receiver * receiver, 0.23 * receiver * session, 0.61 * receiver * energy],
      [0.23 * receiver * session, session * session, -0.37 * session * health],
      [0.61 * receiver * energy, -0.37 * session * health, energy * energy + health * health],
    ]
    for (row, wanted) in zip(design.covariance, expected) {
      for (found, value) in zip(row, wanted) { #expect(abs(found - value) < 1e-12, "\(found) \(value)") }
    }
  }
}
