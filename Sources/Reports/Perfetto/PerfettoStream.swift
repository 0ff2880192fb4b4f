import Core
import DeviceModel
import Simulation

/// The packets of a trace. Names and texts are interned: written once, then named by number.
struct PerfettoStream {
  /// What a track shows; its number in the trace.
  enum Track {
    case root, power, energy, deliveries, uploads, wakeups
    case component(Component)

    var identifier: UInt64 {
      switch self {
      case .root: 1
      case .power: 2
      case .energy: 3
      case .deliveries: 4
      case .uploads: 5
      case .wakeups: 6
      case .component(let component): 16 + UInt64(component.rawValue)
      }
    }
  }

  private enum EventType: UInt64 { case begin = 1, end, instant, counter }
  /// Kinds of interned text, with the field of `InternedData` that carries them.
  private enum Text: UInt64 { case eventName = 2, annotationName = 3, annotationValue = 29 }
  private struct TextKey: Hashable {
    let kind: Text
    let text: String
  }

  private var writer = ProtobufWriter()
  private var numbers: [TextKey: UInt64] = [:]
  private var isFirst = true
  /// Added to the numbers of tracks: each device has its own.
  var firstTrack: UInt64 = 0

  init(reserving count: Int) { writer.reserve(count) }

  var bytes: [UInt8] { writer.bytes }

  /// - Parameter unit: of a counter.
  mutating func track(_ track: Track, name: String, unit: String? = nil, parent: Track?, rank: Int) {
    let firstTrack = self.firstTrack
    packet { packet in
      packet.message(60) { descriptor in
        descriptor.number(1, firstTrack + track.identifier)
        descriptor.string(2, PlainText.line(name))
        if let parent { descriptor.number(5, firstTrack + parent.identifier) }
        if let unit { descriptor.message(8) { $0.string(6, unit) } }
        // Children of the root stand in the order of their ranks.
        if parent == nil { descriptor.number(11, 3) }
        descriptor.number(12, UInt64(rank))
      }
    }
  }

  mutating func begin(_ segment: StateSegment, power: Power, at instant: Instant) {
    let state = ComponentStates.name(of: segment.component, state: segment.state)
    var new: [(Text, UInt64, String)] = []
    let name = number(.eventName, segment.bin == .weak ? "\(state), weak signal" : state, &new)
    let (cause, causeText) = (
      number(.annotationName, "for", &new), number(.annotationValue, CauseName.of(segment.cause), &new)
    )
    let powerName = number(.annotationName, "power_mW", &new)
    event(.begin, .component(segment.component), at: instant, new) { event in
      event.number(10, name)
      event.message(4) {
        $0.number(1, cause)
        $0.number(17, causeText)
      }
      event.message(4) {
        $0.number(1, powerName)
        $0.double(5, power.milliwatts)
      }
    }
  }

  mutating func end(_ track: Track, at instant: Instant) { event(.end, track, at: instant, []) { _ in } }

  mutating func value(_ track: Track, _ value: Double, at instant: Instant) {
    event(.counter, track, at: instant, []) { $0.double(44, value) }
  }

  /// - Parameter fixes: how many positions came, where that means something.
  mutating func instant(_ track: Track, _ name: String, fixes: Int?, at instant: Instant) {
    var new: [(Text, UInt64, String)] = []
    let name = number(.eventName, name, &new)
    let label = number(.annotationName, "positions", &new)
    event(.instant, track, at: instant, new) { event in
      event.number(10, name)
      guard let fixes else { return }
      event.message(4) {
        $0.number(1, label)
        $0.number(3, UInt64(fixes))
      }
    }
  }

  /// The number of a text, which joins `new` when it has not been written before.
  private mutating func number(_ kind: Text, _ text: String, _ new: inout [(Text, UInt64, String)]) -> UInt64 {
    let key = TextKey(kind: kind, text: text)
    if let number = numbers[key] { return number }
    let number = UInt64(numbers.count + 1)
    numbers[key] = number
    new.append((kind, number, text))
    return number
  }

  private mutating func event(
    _ type: EventType, _ track: Track, at instant: Instant, _ new: [(Text, UInt64, String)],
    _ more: (inout ProtobufWriter) -> Void
  ) {
    let firstTrack = self.firstTrack
    packet { packet in
      packet.number(8, UInt64(max(0, instant.nanoseconds)))
      packet.message(11) { event in
        event.number(9, type.rawValue)
        event.number(11, firstTrack + track.identifier)
        more(&event)
      }
      guard !new.isEmpty else { return }
      packet.message(12) { interned in
        for (kind, number, text) in new {
          interned.message(kind.rawValue) {
            $0.number(1, number)
            $0.string(2, text)
          }
        }
      }
    }
  }

  private mutating func packet(_ write: (inout ProtobufWriter) -> Void) {
    let flags: UInt64 = isFirst ? 1 : 2
    isFirst = false
    writer.message(1) { packet in
      packet.number(10, 1)
      // The first packet starts with no interned text; the others need what came before.
      packet.number(13, flags)
      write(&packet)
    }
  }
}

/// Writes the wire format of Protocol Buffers (https://protobuf.dev/programming-guides/encoding): fields in the order
/// in which they are given.
struct ProtobufWriter {
  private(set) var bytes: [UInt8] = []

  mutating func reserve(_ count: Int) { bytes.reserveCapacity(count) }

  /// An unsigned number, an enumeration's case or a flag.
  mutating func number(_ field: UInt64, _ value: UInt64) {
    varint(field << 3)
    varint(value)
  }

  mutating func double(_ field: UInt64, _ value: Double) {
    varint(field << 3 | 1)
    var bits = value.bitPattern
    for _ in 0..<8 {
      bytes.append(UInt8(truncatingIfNeeded: bits))
      bits >>= 8
    }
  }

  mutating func string(_ field: UInt64, _ value: String) {
    varint(field << 3 | 2)
    varint(UInt64(value.utf8.count))
    bytes += value.utf8
  }

  /// A message inside this one.
  mutating func message(_ field: UInt64, _ write: (inout ProtobufWriter) -> Void) {
    var inner = ProtobufWriter()
    write(&inner)
    varint(field << 3 | 2)
    varint(UInt64(inner.bytes.count))
    bytes += inner.bytes
  }

  /// Seven bits a byte, the lowest first; all but the last have their top bit set.
  private mutating func varint(_ value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }
}
