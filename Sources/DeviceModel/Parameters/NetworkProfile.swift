/// A cellular network as the catalogue describes it: timers, rates, and powers where they were measured with it.
public struct NetworkProfile: Sendable, Equatable {
  /// As files and reports call it.
  public var name: String
  /// One line for `list networks`.
  public var summary: String
  /// What the modem speaks on it.
  public var technology: RadioTechnology
  /// By key path; see `NetworkSchema`.
  public var values: [String: ProfileValue]
  /// Between parameters, for draws.
  public var correlations: [Correlation]

  /// Not checked: see `validate()`.
  public init(
    name: String, summary: String, technology: RadioTechnology, values: [String: ProfileValue],
    correlations: [Correlation] = []
  ) {
    self.name = name
    self.summary = summary
    self.technology = technology
    self.values = values
    self.correlations = correlations
  }

  /// This profile with everything it does not say itself taken from `parent`.
  public func inheriting(from parent: NetworkProfile) -> NetworkProfile {
    var result = self
    result.values.merge(parent.values) { own, _ in own }
    let own = Set(correlations.map { Set([$0.first, $0.second]) })
    result.correlations += parent.correlations.filter { !own.contains(Set([$0.first, $0.second])) }
    return result
  }

  /// Everything wrong with the profile; empty when it can be used.
  public func validate() -> [ProfileFault] {
    var faults = ProfileValidation.faults(in: values, correlations: correlations, schema: NetworkSchema.schema(of:))
    faults += ProfileValidation.missing(
      from: values, schemas: NetworkSchema.all, present: [technology.rawValue])
    for key in values.keys.sorted() {
      guard let schema = NetworkSchema.schema(of: key), !NetworkSchema.applies(schema, to: technology) else { continue }
      faults.append(
        ProfileFault(
          key: key, message: "\(key) means nothing in a network of technology \(technology.rawValue)",
          remedy: "remove it or correct the technology"))
    }
    let ofSignal = ["throughput.saturates_at", "throughput.uplink_slope", "throughput.downlink_slope"]
    if values["throughput.reference"] == nil, let key = ofSignal.first(where: { values[$0] != nil }) {
      faults.append(
        ProfileFault(
          key: key, message: "\(key) has no meaning without throughput.reference",
          remedy: "add the received power at which the rates hold"))
    }
    if let weak = values["coverage.weak_below"], let none = values["coverage.none_below"], none.mean >= weak.mean {
      faults.append(
        ProfileFault(
          key: "coverage.none_below", message: "coverage ends above the power below which it is weak",
          remedy: "write a lower power for none_below"))
    }
    return faults
  }

  /// The numbers of one run.
  ///
  /// - Throws: the first fault of `validate()`.
  public func parameters(mode: ParameterMode) throws(ProfileFault) -> NetworkParameters {
    if let fault = validate().first { throw fault }
    return try NetworkParameters(
      name: name, technology: technology,
      values: ParameterValues(values: DeviceProfile.numbers(values, correlations, mode: mode)))
  }
}
