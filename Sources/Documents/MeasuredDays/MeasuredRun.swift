package import FileFormats
package import World

/// A measured part of a trip.
package struct MeasuredLeg: Sendable, Hashable {
  /// As the data call it.
  package let name: String
  /// How one goes, in small letters, such as `car`; empty where it is not told.
  package let mode: String
  /// Seconds since 1970.
  package let start: Double
  /// After `start`.
  package let end: Double
  /// The ways that one may have gone, each at least two places; empty where no route is known.
  package let routes: [[GeodeticPosition]]
  /// The parts of them that fixes are compared with: outside the areas where the leg begins and ends.
  package let compared: [[GeodeticPosition]]

  /// - Parameter compared: absent: all of the routes.
  package init(
    name: String, mode: String, start: Double, end: Double, routes: [[GeodeticPosition]],
    compared: [[GeodeticPosition]]? = nil
  ) {
    (self.name, self.mode, self.start, self.end, self.routes) = (name, mode, start, end, routes)
    self.compared = compared ?? routes
  }
}

/// What a meter says of a run: the phone's own gauge of current, or a monitor at its supply.
package struct MeasuredPower: Sendable, Hashable {
  /// Seconds since 1970; of the first and the last second that was measured.
  package let span: ClosedRange<Double>
  /// The mean over what was measured.
  package let watts: Double
  /// The share of the span that was measured, above 0 and up to 1.
  package let coverage: Double
  package let meter: ImportedRecording.Meter
}

/// One phone under one configuration for some hours, as it was measured.
package struct MeasuredRun: Sendable {
  package var name: String
  package let timeline: String
  package let phone: String
  /// As the data call it.
  package let configuration: String
  /// In seconds since 1970.
  package let span: ClosedRange<Double>
  /// What the gauge showed, in order of time; those that say nothing about the drain are left out.
  package let readings: [BatteryLevels.Reading]
  /// The gauge's step in percent, by all levels of its phone.
  package var gaugeStep: Double
  /// Why the drain is not judged; `nil` where it is.
  package let drainFault: String?
  /// In order of time, without overlap; empty for a run at rest.
  package let legs: [MeasuredLeg]
  /// In order of time; `nil` where the data hold none for this run.
  package let fixes: [MeasuredFix]?
  /// `nil` where the data have no power of this run.
  package let power: MeasuredPower?

  /// Whether its day is known: who travels needs a way.
  package var hasDay: Bool { legs.isEmpty || !legs.allSatisfy(\.routes.isEmpty) }
  /// Whether a fall or a power can be compared.
  package var canBeJudged: Bool { hasDay && (drainFault == nil || power != nil) }

  /// - Parameter gaugeStep: absent: by the run's own levels.
  package init(
    name: String, timeline: String, phone: String, configuration: String, span: ClosedRange<Double>,
    readings: [BatteryLevels.Reading], gaugeStep: Double? = nil, drainFault: String? = nil, legs: [MeasuredLeg] = [],
    fixes: [MeasuredFix]? = nil, power: MeasuredPower? = nil
  ) {
    self.gaugeStep = gaugeStep ?? BatteryLevels.step(of: readings.map(\.percent))
    (self.name, self.timeline, self.phone) = (name, timeline, phone)
    (self.configuration, self.span, self.readings) = (configuration, span, readings)
    (self.drainFault, self.legs, self.fixes, self.power) = (drainFault, legs, fixes, power)
  }
}

/// A folder of measured days: which phone ran which configuration when, what its gauge showed, where it went.
package struct MeasuredDataset: Sendable {
  package struct Source: Sendable {
    /// What it is, such as `runs`.
    package let role: String
    /// Relative to the folder.
    package let file: String
    /// SHA-256.
    package let digest: String
    /// What was read, and by which rule what was left out.
    package let notes: [String]
  }

  /// Runs that are not judged, or not in full.
  package struct LeftOut: Sendable, Hashable {
    package let reason: String
    /// In the order of the file.
    package private(set) var runs: [String]

    /// Adds a run to those of its reason.
    package static func add(_ run: String, _ reason: String, to all: inout [LeftOut]) {
      let place = all.firstIndex { $0.reason == reason } ?? all.count
      if place == all.count { all.append(LeftOut(reason: reason, runs: [])) }
      all[place].runs.append(run)
    }
  }

  package let folder: String
  /// Of the asked system and timelines, in the order of the file.
  package let runs: [MeasuredRun]
  /// All of the system in `runs.csv`, those that were not asked for among them.
  package let timelines: Set<String>
  package let leftOut: [LeftOut]
  package let sources: [Source]
  /// What looks like a slip in the files.
  package let warnings: [String]
  /// Whether any gauge was read.
  package let hasLevels: Bool
}
