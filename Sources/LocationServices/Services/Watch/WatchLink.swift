package import Core

/// The Bluetooth link between a phone and a watch, and what waits for it.
///
/// A pure state machine: it says what to transmit, what has arrived and what has failed; the driver runs the radios. From
/// WWDC 2015 session 714: a message to the phone launches its app; a message to the watch needs a running watch app, else
/// the sender's error handler is called; of the contexts for an app that does not run only the newest is kept.
package struct WatchLink: Sendable {
  package enum End: Sendable, Hashable, CaseIterable {
    case phone, watch

    package var other: End { self == .phone ? .watch : .phone }
  }

  /// What travels.
  package enum Content: Sendable, Hashable {
    /// An app's message; the identifier is its sender's, for the error handler.
    case message(identifier: Int, WatchMessage)
    case context(WatchMessage)
    /// A message between the systems.
    case system(SystemMessage)
  }

  /// What the two systems say to each other for positions.
  package enum SystemMessage: Sendable, Hashable {
    /// The watch wants these positions from the phone.
    case demand(PositioningDemand)
    /// The watch wants one position.
    case request(identifier: Int, DesiredAccuracy, ActivityType)
    /// A position for the watch's sessions.
    case position(Location, fromGNSS: Bool)
    /// The answer to a request; `nil` when the phone could not find one.
    case answer(identifier: Int, Location?)
    /// The watch leaves an upload of its app to the phone.
    case upload(identifier: Int, bytes: Int64, onWiFiOnly: Bool)
    /// The watch app asks for authorization; the prompt is the phone's.
    case authorization(AuthorizationRequest)
    case fullAccuracy(Int)
    /// The answer to the request with this number.
    case fullAccuracyAnswered(Int, isGranted: Bool)
    /// What the user lets the app do now; the phone is where that is decided.
    case authorized(AuthorizationState)
  }

  /// Something that is on its way, or waits for the link.
  package struct Message: Sendable, Hashable {
    package let from: End
    /// The app, counted from 0, which has the same number on both devices.
    package let app: Int
    package let content: Content

    package init(from: End, app: Int, content: Content) {
      self.from = from
      self.app = app
      self.content = content
    }

    /// How many bytes cross the link.
    package var bytes: Int64 {
      switch content {
      case .message(_, let message), .context(let message): message.bytes
      case .system(.upload(_, let bytes, _)): WatchMessage.envelope + bytes
      case .system: WatchMessage.envelope
      }
    }
  }

  /// What one exchange of the radios carries, in bytes: four data packets of 244 bytes. A packet has 251 bytes at most,
  /// headers of L2CAP and ATT included (Bluetooth Core Specification 4.2, volume 6, part B); how many fit into a
  /// connection event is an estimate.
  package static let exchangeBytes: Int64 = 976

  /// How many exchanges a transfer of this size takes; at least one.
  package static func exchanges(for bytes: Int64) -> Int { max(1, Int((bytes + exchangeBytes - 1) / exchangeBytes)) }

  /// Whether the devices hear each other.
  package private(set) var isUp = false
  private var underway: [(item: Message, arrives: Instant)] = []
  /// The newest context for each app at each end that has not got it yet.
  private var contexts: [(from: End, app: Int, context: WatchMessage)] = []

  package init() {}

  /// When the next message arrives, or `never`.
  package var deadline: Instant { underway.first?.arrives ?? .never }
  /// Whether a context waits for the app at the other end of `from`.
  package func hasContext(from: End, app: Int) -> Bool { contexts.contains { $0.from == from && $0.app == app } }

  /// The devices hear each other now, or not any more.
  ///
  /// - Returns: messages that were cut off. A context that was cut off waits again, unless a newer one does.
  package mutating func setUp(_ up: Bool) -> [Message] {
    guard up != isUp else { return [] }
    isUp = up
    guard !up else { return [] }
    let cut = underway.map(\.item)
    underway.removeAll()
    for item in cut {
      guard case .context(let context) = item.content, !hasContext(from: item.from, app: item.app) else {
        continue
      }
      contexts.append((item.from, item.app, context))
    }
    return cut
  }

  /// Whether a message gets through: the link is up, and the app at the other end runs or can be launched.
  package func accepts(from: End, receiverRuns: Bool) -> Bool { isUp && (from == .watch || receiverRuns) }

  /// Keeps a context until `receiverRuns`; an older one is forgotten.
  package mutating func keep(_ context: WatchMessage, from: End, app: Int) {
    contexts.removeAll { $0.from == from && $0.app == app }
    contexts.append((from, app, context))
  }

  /// The app at the other end runs.
  ///
  /// - Returns: the context to transmit; `nil` while the link is down or none waits.
  package mutating func receiverRuns(from: End, app: Int) -> Message? {
    guard isUp, let index = contexts.firstIndex(where: { $0.from == from && $0.app == app }) else { return nil }
    return Message(from: from, app: app, content: .context(contexts.remove(at: index).context))
  }

  /// The radios are busy with a message until `instant`.
  package mutating func transmits(_ item: Message, until instant: Instant) {
    let place = underway.firstIndex { $0.arrives > instant } ?? underway.endIndex
    underway.insert((item, instant), at: place)
  }

  /// What has arrived by `now`, in the order in which it arrived.
  package mutating func arrivals(at now: Instant) -> [Message] {
    let arrived = underway.prefix { $0.arrives <= now }.map(\.item)
    underway.removeFirst(arrived.count)
    return arrived
  }
}

/// A position for the watch.
package struct CompanionFix: Sendable, Hashable {
  package let location: Location
  package let fromGNSS: Bool
}

/// A message between a phone app and its watch app: how large a dictionary of `WCSession` is.
package struct WatchMessage: Sendable, Hashable {
  /// What the message is about, for the app that reads it, such as `start`.
  package var subject: String
  /// Positions it carries, oldest first.
  package var locations: [Location]
  /// Its size on the link in bytes.
  package var bytes: Int64

  /// Bytes of a dictionary without positions: estimate of a binary property list with two short strings.
  package static let envelope: Int64 = 120
  /// Bytes of one position: latitude, longitude, radius, speed and time, eight bytes each.
  package static let bytesPerLocation: Int64 = 40

  /// - Parameter bytes: the size; that of an envelope and the positions when left out.
  package init(_ subject: String, locations: [Location] = [], bytes: Int64? = nil) {
    self.subject = subject
    self.locations = locations
    self.bytes = max(0, bytes ?? Self.envelope + Self.bytesPerLocation * Int64(locations.count))
  }
}

/// Why a message did not get through: the codes of `WCErrorCode` that occur here.
package enum WatchSessionError: Int, Error, Sendable {
  /// The other device is out of reach, or its app does not run and cannot be launched.
  case notReachable = 7007
  /// The link broke while the message was on its way.
  case transferTimedOut = 7012
}
