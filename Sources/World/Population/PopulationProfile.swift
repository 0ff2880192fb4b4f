package import DeviceModel

/// People as figures: what the weeks of its members are drawn from.
package struct PopulationProfile: Sendable, Equatable {
  /// As reports show it.
  package var name: String
  /// One sentence for lists and reports.
  package var summary: String
  /// The middle of the region in which its people live.
  package var centre: GeodeticPosition
  package var values: [String: ProfileValue]

  /// Not checked: `validate()` does.
  package init(name: String, summary: String, centre: GeodeticPosition, values: [String: ProfileValue]) {
    self.name = name
    self.summary = summary
    self.centre = centre
    self.values = values
  }

  /// How far the shares of a group may be from 1, for shares that were rounded to whole percents.
  package static let shareTolerance = 0.005

  /// What is wrong with the figures as a whole; the reader has checked each by itself.
  package func validate() -> [ProfileFault] {
    var faults = PopulationSchema.all.compactMap { schema -> ProfileFault? in
      guard values[schema.key] == nil, schema.requirement == .always else { return nil }
      return ProfileFault(
        key: schema.key, message: "\(schema.key) is missing",
        remedy: "add it (\(schema.documentation)), or inherit from a population that has it")
    }
    for key in PopulationSchema.splits.sorted() {
      guard let value = values[key], value.distribution != .fixed else { continue }
      faults.append(
        ProfileFault(
          key: key, message: "\(key) splits people into kinds and cannot differ between them",
          remedy: "write distribution: fixed"))
    }
    for (name, keys) in PopulationSchema.groups {
      let sum = keys.reduce(0) { $0 + (values[$1]?.mean ?? 0) }
      guard abs(sum - 1) > Self.shareTolerance else { continue }
      let rounded = (sum * 1000).rounded() / 1000
      faults.append(
        ProfileFault(
          key: name, message: "the shares of \(name) add up to \(rounded)", remedy: "let them add up to 1"))
    }
    let busy = (values["people.workers"]?.mean ?? 0) + (values["people.students"]?.mean ?? 0)
    if busy > 1 + Self.shareTolerance {
      faults.append(
        ProfileFault(
          key: "people", message: "workers and students are more than all people",
          remedy: "let people.workers and people.students add up to 1 at most"))
    }
    return faults
  }

  /// The shares of the modes for a way of this band, for someone who lives there: the file's shares times the
  /// settlement's weights, made to add up to 1.
  ///
  /// - Parameter purpose: `commute` or `outing`.
  package func modeShares(_ purpose: String, _ band: DistanceBand, in settlement: Settlement) -> [Double] {
    let weighted = TravelMode.allCases.map { mode -> Double in
      let share = values["\(purpose).\(band.rawValue).\(mode.rawValue)"]?.mean ?? 0
      let weight = mode == .drive ? "drive" : mode.isTransit ? "transit" : nil
      return share * (weight.flatMap { values["weight.\(settlement.rawValue).\($0)"]?.mean } ?? 1)
    }
    let sum = weighted.reduce(0, +)
    return sum > 0 ? weighted.map { $0 / sum } : weighted
  }
}
