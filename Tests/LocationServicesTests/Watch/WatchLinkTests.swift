import Core
import Testing

@testable import LocationServices

/// The link by itself: what is accepted, kept, cut off.
@Suite struct WatchLinkTests {
  private func item(_ subject: String, from end: WatchLink.End = .phone, identifier: Int = 1) -> WatchLink.Message {
    WatchLink.Message(from: end, app: 0, content: .message(identifier: identifier, WatchMessage(subject)))
  }

  @Test func aTransferTakesAsManyExchangesAsItsBytesFill() {
    #expect(WatchLink.exchanges(for: 0) == 1)
    #expect(WatchLink.exchanges(for: 976) == 1)
    #expect(WatchLink.exchanges(for: 977) == 2)
    #expect(WatchLink.exchanges(for: 2929) == 4)
    #expect(WatchMessage("a", locations: []).bytes == 120)
    #expect(WatchMessage("a", bytes: -3).bytes == 0)
  }

  @Test func aMessageToTheWatchNeedsARunningAppAndOneToThePhoneDoesNot() {
    var link = WatchLink()
    #expect(!link.accepts(from: .watch, receiverRuns: true))
    _ = link.setUp(true)
    #expect(link.accepts(from: .watch, receiverRuns: false))
    #expect(link.accepts(from: .phone, receiverRuns: true))
    #expect(!link.accepts(from: .phone, receiverRuns: false))
  }

  @Test func ofTheContextsOnlyTheNewestIsKept() {
    var link = WatchLink()
    link.keep(WatchMessage("old"), from: .phone, app: 0)
    link.keep(WatchMessage("other app"), from: .phone, app: 1)
    link.keep(WatchMessage("new"), from: .phone, app: 0)
    #expect(link.receiverRuns(from: .phone, app: 0) == nil)
    _ = link.setUp(true)
    #expect(link.receiverRuns(from: .phone, app: 0)?.content == .context(WatchMessage("new")))
    #expect(link.receiverRuns(from: .phone, app: 0) == nil)
    #expect(link.hasContext(from: .phone, app: 1))
  }

  @Test func messagesArriveInTheOrderOfTheirInstants() {
    var link = WatchLink()
    _ = link.setUp(true)
    link.transmits(item("slow"), until: .seconds(7))
    link.transmits(item("fast", from: .watch), until: .seconds(3))
    link.transmits(item("also slow"), until: .seconds(7))
    #expect(link.deadline == .seconds(3))
    #expect(link.arrivals(at: .seconds(5)) == [item("fast", from: .watch)])
    #expect(link.arrivals(at: .seconds(7)) == [item("slow"), item("also slow")])
    #expect(link.deadline == .never)
  }

  @Test func whatIsCutOffIsReportedAndAContextWaitsAgain() {
    var link = WatchLink()
    _ = link.setUp(true)
    link.transmits(item("lost"), until: .seconds(7))
    link.keep(WatchMessage("state"), from: .phone, app: 0)
    if let context = link.receiverRuns(from: .phone, app: 0) { link.transmits(context, until: .seconds(8)) }
    let cut = link.setUp(false)
    #expect(cut.count == 2)
    #expect(link.deadline == .never)
    #expect(link.hasContext(from: .phone, app: 0))
    // A newer one that was given meanwhile is not overwritten by the older.
    _ = link.setUp(true)
    if let context = link.receiverRuns(from: .phone, app: 0) { link.transmits(context, until: .seconds(9)) }
    link.keep(WatchMessage("newer state"), from: .phone, app: 0)
    _ = link.setUp(false)
    _ = link.setUp(true)
    #expect(link.receiverRuns(from: .phone, app: 0)?.content == .context(WatchMessage("newer state")))
  }
}
