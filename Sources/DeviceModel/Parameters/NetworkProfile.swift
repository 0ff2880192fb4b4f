import Core

/// A cellular network as the catalogue describes it: timers, rates, and powers where they were measured with it.
public struct NetworkProfile: Sendable, Equatable {
  /// As files and reports call it.
  public var name: String
  /// One line for `list networks`.
  public var summary: String
  /// What the modem speaks on it.
  package var technology: RadioTechnology
  /// By key path; see `NetworkSchema`.
  package var values: [String: ProfileValue]
  /// Between parameters, for draws.
  package var correlations: [Correlation]
  /// The networks of further radio accesses along the way; `access.TECHNOLOGY` in `values` has their shares and stays.
  package var accesses: [RadioTechnology: NetworkProfile]

  /// Not checked: see `validate()`.
  package init(
    name: String, summary: String, technology: RadioTechnology, values: [String: ProfileValue],
    correlations: [Correlation] = [], accesses: [RadioTechnology: NetworkProfile] = [:]
  ) {
    self.name = name
    self.summary = summary
    self.technology = technology
    self.values = values
    self.correlations = correlations
    self.accesses = accesses
  }

  /// This profile with everything it does not say itself taken from `parent`.
  package func inheriting(from parent: NetworkProfile) -> NetworkProfile {
    var result = self
    result.values.merge(parent.values) { own, _ in own }
    result.correlations = correlations.inheriting(from: parent.correlations)
    result.accesses.merge(parent.accesses) { own, _ in own }
    return result
  }

  /// Everything wrong with the profile; empty when it can be used.
  package func validate() -> [ProfileFault] {
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
    return faults + accessFaults
  }

  private var accessFaults: [ProfileFault] {
    var faults: [ProfileFault] = []
    func fault(_ key: String, _ message: String, _ remedy: String) {
      faults.append(ProfileFault(key: key, message: message, remedy: remedy))
    }
    var largest = 0.0
    for other in RadioTechnology.allCases where other != technology || accesses[other] != nil {
      let section = "access.\(other.rawValue)"
      let hasValues = values.keys.contains { $0.hasPrefix(section + ".") }
      guard let access = accesses[other] else {
        if hasValues { fault(section, "\(section) names no network", "add 'network: NAME'") }
        continue
      }
      if access.technology != other {
        fault(
          NetworkSchema.accessName(other),
          "the network '\(access.name)' is \(access.technology.title), not \(other.title)",
          "name a network of technology \(other.rawValue)")
      } else if other == technology {
        fault(section, "the network itself is \(other.title)", "remove it, or name another technology")
      } else if !access.accesses.isEmpty {
        fault(
          NetworkSchema.accessName(other), "the network '\(access.name)' has accesses of its own",
          "name a network without 'access'")
      } else if let inner = access.validate().first {
        fault(NetworkSchema.accessName(other), "\(access.name): \(inner.key): \(inner.message)", inner.remedy)
      }
      for part in ["share", "stay"] where values["\(section).\(part)"] == nil {
        fault("\(section).\(part)", "\(section).\(part) is missing", "add it")
      }
      largest += values["\(section).share"]?.range.upperBound ?? 0
      var next = 0.0
      for follower in RadioTechnology.allCases {
        let key = "\(section).next.\(follower.rawValue)"
        guard let value = values[key] else { continue }
        next += value.range.upperBound
        if accesses[follower] == nil {
          fault(key, "the network has no access \(follower.rawValue)", "add access.\(follower.rawValue) or remove it")
        }
      }
      if next > 1 {
        fault("\(section).next", "the shares of what follows can add up to more than 1", "narrow or lower them")
      }
    }
    if largest >= 1 {
      fault(
        "access", "the shares can add up to 1 or more, which leaves nothing to the network itself",
        "lower the shares or narrow their ranges")
    }
    return faults
  }

  /// What is wrong with shares, stays and followers taken together at their means; draws that go wrong are mended.
  package var accessContradiction: ProfileFault? {
    guard !accesses.isEmpty, let parameters = try? parameters(mode: .fixed) else { return nil }
    return RadioAccessProcess.contradiction(in: parameters)
  }

  /// A further access and its values in one run.
  struct Access {
    let profile: NetworkProfile
    let values: [String: Double]

    func parameters() throws(ProfileFault) -> NetworkParameters {
      try NetworkParameters(
        name: profile.name, technology: profile.technology, values: ParameterValues(values: values), accesses: [])
    }
  }

  /// The further accesses in the order of `RadioTechnology`, drawn independently of the network's own values.
  func accesses(mode: ParameterMode) -> [Access] {
    RadioTechnology.allCases.compactMap { technology in
      guard let profile = accesses[technology] else { return nil }
      var own = mode
      if case .drawn(let seed) = mode {
        own = .drawn(seed: StableHash.combine(seed, StableHash.name("access.\(technology.rawValue)")))
      }
      return Access(profile: profile, values: DeviceProfile.numbers(profile.values, profile.correlations, mode: own))
    }
  }

  /// The numbers of one run.
  ///
  /// - Throws: the first fault of `validate()`.
  package func parameters(mode: ParameterMode) throws(ProfileFault) -> NetworkParameters {
    if let fault = validate().first { throw fault }
    return try NetworkParameters(
      name: name, technology: technology,
      values: ParameterValues(values: DeviceProfile.numbers(values, correlations, mode: mode)),
      accesses: accesses(mode: mode))
  }
}
