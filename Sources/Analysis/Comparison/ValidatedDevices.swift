package import DeviceModel

/// The devices with measured days that were left out of their fits, with what came out.
///
/// This is the one place where the figures are stored; a test compares them with reports/validation/measured-phones.md, which
/// reports/validation/leave-one-out.py makes.
package enum ValidatedDevices {
  /// Each day left out of the fit once; days of other use do not count.
  static let all = [
    Provenance.Validation(
      device: "iphone-6", trips: .init(medianPercent: 12, worstPercent: 20, held: 26, of: 28),
      rest: .init(medianPercent: 4, worstPercent: 14, held: 54, of: 57)),
    Provenance.Validation(
      device: "nexus-6", trips: .init(medianPercent: 4, worstPercent: 25, held: 24, of: 28),
      rest: .init(medianPercent: 5, worstPercent: 11, held: 56, of: 57)),
  ]

  /// `nil` for a device without such days.
  package static func figures(of device: DeviceProfile) -> Provenance.Validation? {
    all.first { $0.device == device.name }
  }
}
