import Core
import Testing

@Suite("Slot queue")
struct SlotQueueTests {
  @Test func `entries come in order of time, equals first-in first-out`() {
    var queue = SlotQueue<String>()
    queue.schedule("late", at: .seconds(3))
    queue.schedule("first", at: .seconds(1.21))
    queue.schedule("second", at: .seconds(1.21))
    queue.schedule("early", at: .start)
    queue.schedule("third", at: .seconds(1.21))
    #expect(queue.count == 5)
    var order: [String] = []
    while let (_, payload) = queue.pop(through: .never) { order.append(payload) }
    #expect(order == ["early", "first", "second", "third", "late"])
    #expect(queue.isEmpty && queue.next == .never)
  }

  @Test func `only what is due is taken, the limit included`() {
    var queue = SlotQueue<Int>()
    queue.schedule(1, at: .seconds(7))
    #expect(queue.pop(through: Instant(nanoseconds: 6_999_999_999)) == nil)
    #expect(queue.next == .seconds(7))
    #expect(queue.pop(through: .seconds(7))?.payload == 1)
  }

  @Test func `a token cancels its own entry once`() {
    var queue = SlotQueue<Int>()
    let first = queue.schedule(1, at: .seconds(5))
    let second = queue.schedule(2, at: .seconds(5))
    let cancelled = [queue.cancel(first), queue.cancel(first)]
    #expect(cancelled == [true, false])
    #expect(queue.pop(through: .never)?.payload == 2)
    let tooLate = queue.cancel(second)
    #expect(!tooLate)
    queue.schedule(3, at: .start)
    queue.removeAll()
    #expect(queue.isEmpty)
  }

  @Test(arguments: 0..<200)
  func `random operations agree with a naive reference`(seed: Int) {
    struct Entry {
      var instant: Int64
      var order: Int
      var token: SlotQueue<Int>.Token
    }
    var random = Xoshiro256PlusPlus(seed: UInt64(seed) &+ 1_000)
    var queue = SlotQueue<Int>()
    var reference: [Entry] = []
    for order in 0..<300 {
      switch Int.random(in: 0..<6, using: &random) {
      case 0..<3:
        let instant = Int64.random(in: 0..<9, using: &random)
        let token = queue.schedule(order, at: Instant(nanoseconds: instant))
        reference.append(Entry(instant: instant, order: order, token: token))
      case 3:
        guard let index = reference.indices.randomElement(using: &random) else { continue }
        let cancelled = queue.cancel(reference[index].token)
        #expect(cancelled)
        reference.remove(at: index)
      default:
        let limit = Int64.random(in: 0..<9, using: &random)
        let due = reference.indices
          .filter { reference[$0].instant <= limit }
          .min { (reference[$0].instant, reference[$0].order) < (reference[$1].instant, reference[$1].order) }
        let got = queue.pop(through: Instant(nanoseconds: limit))
        #expect(got?.payload == due.map { reference[$0].order })
        #expect(got?.instant.nanoseconds == due.map { reference[$0].instant })
        if let due { reference.remove(at: due) }
      }
      #expect(queue.count == reference.count)
      #expect(queue.next.nanoseconds == reference.map(\.instant).min() ?? .max)
    }
  }
}
