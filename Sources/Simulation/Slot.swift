/// The kernel's slots, in the order in which simultaneous events are handled: world, device, positioning, services,
/// apps. A machine whose time is up changes state before anything else of that instant reaches it. `processor` and `fix` are
/// the busiest.
enum Slot {
  static let world = 0
  static let script = 1
  static let gnss = 2
  static let wifi = 3
  static let cellular = 4
  static let bluetooth = 5
  static let processor = 6
  static let fix = 7
  static let acquisition = 8
  static let scan = 9
  static let significantChange = 10
  static let services = 11
  static let appTimers = 12
  static let indoorHold = 13
  static let boot = 14
  static let reducedAccuracy = 15
  static let eventHints = 16
  static let regions = 17
  static let count = 18
}
