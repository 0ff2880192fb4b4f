/// Why a sequence of updates or events cannot be iterated.
public enum SimulatedLocationError: Error, CustomStringConvertible, Sendable {
  /// No simulation runs here.
  case outsideSimulation
  /// Another monitor of this name has the events: there can be one loop only.
  case eventsInUse

  public var description: String {
    switch self {
    case .outsideSimulation: "no simulation runs here: \(AppProcess.remedy)"
    case .eventsInUse: "another CLMonitor of this name has the events: there can be one loop over them"
    }
  }
}
