/// What a phone runs: which measured runs can be compared with it.
public enum PhoneSystem: String, CaseIterable, Sendable { case ios, android }

/// A phone as the catalogue describes it: every parameter with its uncertainty and source.
public struct DeviceProfile: Sendable, Equatable {
  /// As files and reports call it.
  public var name: String
  /// One line for `list devices`.
  public var summary: String
  /// The network used when the user names none.
  public var defaultNetwork: String
  /// What it runs.
  public var system: PhoneSystem
  /// The newest version of that it can run, such as `ios-12`; `nil` where that is today's.
  package var newestSystem: String?
  /// By key path; see `DeviceSchema`.
  package var values: [String: ProfileValue]
  /// Between parameters, for draws.
  package var correlations: [Correlation]

  /// Not checked: see `validate()`.
  package init(
    name: String, summary: String, defaultNetwork: String, values: [String: ProfileValue],
    correlations: [Correlation] = [], system: PhoneSystem = .ios, newestSystem: String? = nil
  ) {
    self.system = system
    self.newestSystem = newestSystem
    self.name = name
    self.summary = summary
    self.defaultNetwork = defaultNetwork
    self.values = values
    self.correlations = correlations
  }

  /// What a full battery of mean energy and health gives, in joules; 0 without a battery.
  package var meanUsableEnergy: Double { (values["battery.energy"]?.mean ?? 0) * (values["battery.health"]?.mean ?? 1) }

  /// What a power takes of that in an hour; 0 without a battery.
  package func percentPerHour(watts: Double) -> Double {
    meanUsableEnergy > 0 ? 100 * 3600 * watts / meanUsableEnergy : 0
  }

  /// This profile with everything it does not say itself taken from `parent`.
  package func inheriting(from parent: DeviceProfile) -> DeviceProfile {
    var result = self
    result.values.merge(parent.values) { own, _ in own }
    result.correlations = correlations.inheriting(from: parent.correlations)
    return result
  }

  /// Everything wrong with the profile; empty when it can be used.
  package func validate() -> [ProfileFault] {
    let sections = Set(values.keys.map(ParameterSchema.section(of:)))
    var faults = ProfileValidation.faults(in: values, correlations: correlations, schema: DeviceSchema.schema(of:))
    faults += ProfileValidation.missing(from: values, schemas: DeviceSchema.all, present: sections)
    if sections.contains("cellular"), sections.isDisjoint(with: DeviceSchema.modemSections) {
      faults.append(
        ProfileFault(
          key: "cellular", message: "the device has a cellular radio but no modem",
          remedy: "add a section \(DeviceSchema.modemSections.joined(separator: ", ")) or remove cellular"))
    }
    return faults
  }

  /// The numbers of one run.
  ///
  /// - Throws: the first fault of `validate()`.
  package func parameters(mode: ParameterMode) throws(ProfileFault) -> DeviceParameters {
    if let fault = validate().first { throw fault }
    return try DeviceParameters(
      name: name, system: system,
      values: ParameterValues(values: Self.numbers(values, correlations, mode: mode)), profile: values)
  }

  static func numbers(
    _ values: [String: ProfileValue], _ correlations: [Correlation], mode: ParameterMode
  ) -> [String: Double] {
    switch mode {
    case .fixed: values.mapValues(\.mean)
    case .drawn(let seed):
      ParameterDraw(of: values, correlations: correlations).values(seed: seed)
    }
  }
}
