import Core

/// Reads what JSON objects say of positions, by the names that recorders give their members.
struct PositionMembers {
  /// Of the names of members met so far.
  private var roles: [String: Role] = [:]
  /// Whether a level was a share of 1 by its name, or a percentage; and the largest share.
  private var (sawShare, sawPercent, mostShare) = (false, false, 0.0)

  /// Whether all levels of the battery were shares of 1.
  var levelsAreShares: Bool { sawShare && !sawPercent && mostShare <= 1 }

  /// A level was found elsewhere, in percent.
  mutating func notePercentage() { sawPercent = true }

  mutating func read(_ node: JSONDocument.Node) -> PositionFields {
    var fields = PositionFields()
    for member in node.object ?? [] {
      let role: Role
      if let known = roles[member.key] {
        role = known
      } else {
        role = Role(member.key)
        // A file has few names, or is none of a recorder.
        if roles.count < 1_000 { roles[member.key] = role }
      }
      switch role {
      case .latitude: fields.latitude = member.node
      case .longitude: fields.longitude = member.node
      case .latitudeE7: (fields.latitude, fields.isE7) = (member.node, true)
      case .longitudeE7: fields.longitude = member.node
      case .elevation: fields.elevation = member.node.number
      case .accuracy: fields.accuracy = member.node.number
      case .speed: fields.speed = member.node.number
      case .kilometresPerHour: fields.speed = member.node.number.map { $0 / 3.6 }
      // -1 where it is not known; some write percent.
      case .share:
        fields.battery = member.node.number
        (sawShare, mostShare) = (true, max(mostShare, member.node.number ?? 0))
      case .percent: (fields.battery, sawPercent) = (member.node.number, sawPercent || member.node.number != nil)
      case .device: fields.device = member.node.string ?? member.node.number.map(DecimalText.exact)
      case .time(let rank):
        guard rank < fields.timeRank else { continue }
        switch member.node.content {
        case .number, .string: (fields.time, fields.timeRank) = (member.node, rank)
        default: break
        }
      case .other: break
      }
    }
    return fields
  }

  /// What a member means, by the names that recorders give it.
  private enum Role {
    case latitude, longitude, latitudeE7, longitudeE7, elevation, accuracy, speed, kilometresPerHour, share, percent,
      device
    /// The smaller the number, the rather it is the time of the position.
    case time(Int)
    case other

    private static let times =
      PositionHeading.time.names.filter { !PositionHeading.elapsed.contains($0) } + PositionHeading.date.names

    init(_ key: String) {
      let plain = ColumnHeading.key(key)
      switch plain {
      case _ where PositionHeading.latitude.names.contains(plain): self = .latitude
      case _ where PositionHeading.longitude.names.contains(plain): self = .longitude
      case "latitudee7", "late7": self = .latitudeE7
      case "longitudee7", "lnge7": self = .longitudeE7
      case _ where PositionHeading.elevation.names.contains(plain): self = .elevation
      case _ where PositionHeading.accuracy.names.contains(plain): self = .accuracy
      case "speed": self = .speed
      case "vel": self = .kilometresPerHour
      case "batterylevel": self = .share
      case "batt": self = .percent
      case "deviceid", "tid", "entityid": self = .device
      default: self = Self.times.firstIndex(of: plain).map { .time($0) } ?? .other
      }
    }
  }
}

/// What an object says of a position.
struct PositionFields {
  var latitude: JSONDocument.Node?
  var longitude: JSONDocument.Node?
  var isE7 = false
  var time: JSONDocument.Node?
  var timeRank = Int.max
  var elevation: Double?
  var accuracy: Double?
  var speed: Double?
  var battery: Double?
  var device: String?

  /// The place of an inner object with what this one says besides.
  func around(_ inner: PositionFields) -> PositionFields {
    var fields = inner
    if fields.time == nil || timeRank < fields.timeRank, time != nil {
      (fields.time, fields.timeRank) = (time, timeRank)
    }
    fields.elevation = inner.elevation ?? elevation
    fields.accuracy = inner.accuracy ?? accuracy
    fields.speed = inner.speed ?? speed
    fields.battery = inner.battery ?? battery
    fields.device = device ?? inner.device
    return fields
  }

  func fill(_ point: inout RecordedPoints.Point) {
    if let elevation { point.elevation = elevation }
    point.accuracy = accuracy.flatMap { $0 > 0 ? $0 : nil }
    point.speed = speed.flatMap { $0 >= 0 ? $0 : nil }
    point.battery = battery.flatMap { (0...100).contains($0) ? $0 : nil }
  }
}
