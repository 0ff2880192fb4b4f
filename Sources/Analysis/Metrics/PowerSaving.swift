package import Core

/// Low Power Mode or Battery Saver in a run.
package struct PowerSaving: Sendable, Hashable {
  /// What the system calls it.
  package let name: String
  /// What it takes from apps.
  package let effect: String
  /// How long it was on.
  package let time: TimeSpan

  package init(name: String, effect: String, time: TimeSpan) {
    self.name = name
    self.effect = effect
    self.time = time
  }

  /// `the day switched Battery Saver on, for 5 h 12 min: no satellites while the screen is off`.
  ///
  /// - Parameter isMean: the time is a mean over seeds.
  package func note(isMean: Bool = false) -> String {
    "the day switched \(name) on, for \(time.clockText)\(isMean ? " in the mean" : ""): \(effect)"
  }
}
