package import Core

/// What apps' code asks of the phone at one instant; the driver carries it out as soon as the code has run.
package struct AppRequests: Sendable {
  /// Geocoding requests for the network.
  package internal(set) var geocodes: [PendingGeocode] = []
  /// Apps that ask for a Wi-Fi scan of their own.
  package internal(set) var scans: [Int] = []
  /// Access points for a positioning service.
  package internal(set) var lookups: [ScanLookup] = []
  /// Events handed to apps, in order.
  package internal(set) var events: [EventDelivery] = []
  /// Processor time that apps have spent.
  package internal(set) var work: [(app: Int, span: TimeSpan)] = []

  /// A process has ended: nobody waits for its answers any more.
  mutating func processEnded(_ app: Int) {
    geocodes.removeAll { $0.app == app }
    scans.removeAll { $0 == app }
    lookups.removeAll { $0.app == app }
  }
}

extension LocationSystem {
  /// Locations handed to apps since the driver last took them, in order, and how many callbacks brought them.
  package var delivered: [Location] { outbox.delivered }
  package var deliveries: Int { outbox.deliveries }
  package mutating func forgetDelivered() { outbox.forgetDelivered() }
}

/// What services ask of the phone; the driver carries it out once a new demand on positioning has been applied.
package struct SystemRequests: Sendable {
  /// Apps that were terminated because they left a background task open.
  package internal(set) var overruns: [Int] = []
  /// Which apps may use the network may have changed: transfers that wait should be tried again.
  package internal(set) var changesNetworkRights = false
  /// Uploads that apps have asked for, and messages that come down.
  package internal(set) var uploads: [Upload] = []
  /// What apps began and ceased to watch.
  package internal(set) var watchChanges: [WatchChange] = []
  /// Events that the system has shown to the user itself.
  package internal(set) var notifications: [EventDelivery] = []
  /// Apps that began to use location, a bit each, whether they still do or not.
  package internal(set) var begunAccess: UInt8 = 0
  /// What goes over the link between phone and watch, and positions for the watch's sessions.
  package internal(set) var messages: [WatchLink.Message] = []
  package internal(set) var companionFixes: [CompanionFix] = []

  var isEmpty: Bool {
    overruns.isEmpty && !changesNetworkRights && uploads.isEmpty && watchChanges.isEmpty && notifications.isEmpty
      && begunAccess == 0 && messages.isEmpty && companionFixes.isEmpty
  }
}

/// What apps' code and services ask of the phone, until the driver carries it out.
struct Outbox {
  var ofApps = AppRequests()
  var ofSystem = SystemRequests()
  /// Locations handed to apps, in order, and how many callbacks brought them.
  var delivered: [Location] = []
  var deliveries = 0

  mutating func noteDelivered(_ locations: [Location]) {
    deliveries += 1
    delivered += locations
  }

  mutating func forgetDelivered() {
    if !delivered.isEmpty { delivered.removeAll(keepingCapacity: true) }
    deliveries = 0
  }
}
