import DeviceModel
import LocationServices
import World
import Core

/// The transfers under way, what each is for, and the uploads that wait for a network.
struct NetworkTransfers {
  /// What a transfer is for.
  enum Purpose {
    case upload(Upload)
    case geocode(PendingGeocode)
    case scanLookup(ScanLookup)
    case tile(Fix, ScanUse)
    /// The access points around a visited place.
    case placeTile(EarthVector)
    case neighbours(EarthVector)
    case roads(EarthVector)
    case assistance
  }

  private var underWay: [Int: Purpose] = [:]
  private var next = 0
  private var waiting: [Upload] = []
  private var refused: [Upload] = []
  /// A network was at hand when that was last looked at.
  private var wasAtHand = false
  private var lastAssistance: Instant?

  // MARK: Under way

  mutating func begin(
    _ purpose: Purpose, uplink: Int64, downlink: Int64, cause: EnergyAttribution
  ) -> RadioTransfer {
    defer { next += 1 }
    underWay[next] = purpose
    return RadioTransfer(id: next, uplinkBytes: uplink, downlinkBytes: downlink, cause: cause)
  }

  /// A transfer has finished or was cut.
  mutating func take(_ transfer: RadioTransfer) -> Purpose? { underWay.removeValue(forKey: transfer.id) }

  /// - Returns: whether there is or was a network: the receiver has been able to ask for assistance.
  mutating func look(isAtHand: Bool) -> Bool {
    defer { wasAtHand = isAtHand }
    return wasAtHand || isAtHand
  }

  // MARK: Uploads

  /// Of messages that wait, the newest is kept.
  mutating func replaceMessages(of app: Int) { waiting.removeAll { $0.app == app && $0.message != nil } }

  mutating func wait(_ upload: Upload) { waiting.append(upload) }

  /// The server refused an upload with those that it carried again.
  mutating func refuse(_ upload: Upload) {
    var last = upload
    last.earlier = []
    refused += upload.earlier + [last]
  }

  /// What an app's next upload carries again.
  mutating func takeRefused(of app: Int) -> [Upload] {
    guard !refused.isEmpty else { return [] }
    defer { refused.removeAll { $0.app == app } }
    return refused.filter { $0.app == app }
  }

  mutating func takeWaiting() -> [Upload] {
    guard !waiting.isEmpty else { return [] }
    defer { waiting.removeAll(keepingCapacity: true) }
    return waiting
  }

  /// Forgets the uploads of an app, waiting and under way. Those of its half on the watch are not its own.
  ///
  /// - Returns: the transfers that the radios have to give up.
  mutating func dropUploads(of app: Int) -> Set<Int> {
    func isMeant(_ upload: Upload) -> Bool { upload.app == app && !upload.isForWatch }
    waiting.removeAll(where: isMeant)
    refused.removeAll(where: isMeant)
    var dropped: Set<Int> = []
    for (id, purpose) in underWay {
      if case .upload(let upload) = purpose, isMeant(upload) { dropped.insert(id) }
    }
    for id in dropped { underWay[id] = nil }
    return dropped
  }

  // MARK: Assistance

  /// Assistance is to be fetched, unless what was fetched last still holds.
  mutating func asksForAssistance(validFor validity: TimeSpan, at now: Instant) -> Bool {
    if let last = lastAssistance, now - last < validity { return false }
    lastAssistance = now
    return true
  }

  mutating func assistanceCut() { lastAssistance = nil }
}
