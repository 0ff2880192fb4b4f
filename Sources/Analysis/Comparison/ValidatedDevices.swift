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

  /// Median relative errors of the mean drop over decisive configurations, on the longest trips. The profiles were fitted to
  /// them among others: these are no forecasts.
  static let all = [
    Entry(system: .ios, validation: Provenance.Validation(device: "iphone-6", medianErrorPercent: 15, side: .tooLow)),
    Entry(
      system: .android, validation: Provenance.Validation(device: "nexus-6", medianErrorPercent: 10, side: .tooLow)),
  ]

  /// The check of the device itself, else of one of its system; `nil` where there is none.
  package static func nearest(to device: DeviceProfile) -> Provenance.Validation? {
    (all.first { $0.validation.device == device.name } ?? all.first { $0.system == device.system })?.validation
  }
}
