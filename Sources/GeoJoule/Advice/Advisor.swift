/// Simulates what could be changed about a strategy, on the same days with the same phones, and ranks it.
package enum Advisor {
  package struct Result: Sendable {
    package let base: StrategySummary
    /// Ranked, the best first.
    package let advice: [Advice]
    package let need: Need
  }

  /// - Parameters:
  ///   - request: a comparison whose first strategy is the one to improve; the others are left out.
  ///   - hours: over which the battery is weighed.
  ///   - words: says a change in the words of the strategy's file.
  ///   - trade: percentage points of the share that one percent of the battery is worth.
  ///   - progress: called after each seed with how many are done, from any thread.
  /// - Throws: `ProfileFault` for a profile that cannot be used, `UnknownStrategyKind`, `CancellationError`.
  package static func run(
    _ request: ComparisonRequest, hours: Double = 16, trade: Double = 1,
    words: (StrategySpecification, _ change: String) -> String = { $1 }, progress: (@Sendable (Int) -> Void)? = nil
  ) async throws -> Result {
    let base = request.strategies[0]
    // What the phone's newest version does not have cannot be advised.
    let candidates = AdviceCandidates.all(for: base).filter {
      $0.specification.fitting(request.device).unavailableOn == nil
    }
    var request = request
    request.strategies = [base] + candidates.map(\.specification)
    let rows = try await Comparison.run(request, progress: progress).rows
    let need = request.need ?? usualNeed(of: base, request.needs[rows[0].kind])
    let advice = zip(candidates, rows.dropFirst()).compactMap { candidate, row in
      Advice(
        chapter: candidate.chapter, title: candidate.title, change: words(candidate.specification, candidate.change),
        base: rows[0], variant: row, need: need, batteryWeight: hours * trade)
    }
    return Result(base: rows[0], advice: Advice.ranked(advice, byValue: need.level == nil), need: need)
  }

  /// Of an app that shows other people where its user is, what they see counts: the position at its server.
  private static func usualNeed(of base: StrategySpecification, _ need: Need) -> Need {
    guard base.use == .live, base.sendsPositions, case .now(var share) = need.metric else { return need }
    share.isAtServer = true
    return Need(need.use, .now(share))
  }
}

/// A change to a strategy that is worth simulating.
package struct AdviceCandidate: Sendable {
  package let chapter: GuideChapter
  package let title: String
  /// The change in the app's code.
  package let change: String
  package let specification: StrategySpecification
}
