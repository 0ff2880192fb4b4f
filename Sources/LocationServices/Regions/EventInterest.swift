/// For which apps the phone looks out for beacons and for visits: for those that may be told now. An app that may not,
/// for want of authorization, of full accuracy or of a process in use, costs nothing. A bit for each app, the first app's
/// lowest.
package struct EventInterest: Sendable, Hashable {
  package internal(set) var beacons: UInt8 = 0
  package internal(set) var visits: UInt8 = 0

  package static let none = EventInterest()

  package func listens(for app: Int) -> Bool { beacons & (1 << UInt8(app)) != 0 }
  package func noticesVisits(of app: Int) -> Bool { visits & (1 << UInt8(app)) != 0 }
}
