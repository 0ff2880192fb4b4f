package import DeviceModel

/// The devices whose simulated drain was checked against measured days by `geojoule validate`, with what came out.
///
/// This is the one place where the figures are stored; a test compares them with reports/validation/measured-phones.md,
/// which the command makes.
package enum ValidatedDevices {
  struct Entry {
    let system: PhoneSystem
    let validation: Provenance.Validation
  }

  /// Median relative errors of the mean drop over decisive configurations, on the longest trips and on days at rest, and how many
  /// runs of all days lay in their predicted ranges. The profiles were fitted to these days: these are no forecasts.
  static let all = [
    Entry(
      system: .ios,
      validation: Provenance.Validation(
        device: "iphone-6", trips: .init(medianPercent: 15, settings: 1), rest: .init(medianPercent: 7.1, settings: 5),
        held: 93, of: 109)),
    Entry(
      system: .android,
      validation: Provenance.Validation(
        device: "nexus-6", trips: .init(medianPercent: 11, settings: 4), rest: .init(medianPercent: 8.7, settings: 1),
        held: 84, of: 109)),
  ]

  /// The check of the device itself, else of one of its system; `nil` where there is none.
  package static func nearest(to device: DeviceProfile) -> Provenance.Validation? {
    (all.first { $0.validation.device == device.name } ?? all.first { $0.system == device.system })?.validation
  }
}
