/// The product-limit estimate of the share of attempts without a fix by time (Kaplan and Meier 1958).
package struct KaplanMeier: Sendable, Hashable {
  package struct Step: Sendable, Hashable {
    /// Seconds.
    package let time: Double
    /// The share of attempts still without a fix just after.
    package let survival: Double
  }

  /// One per distinct time of a fix, ascending.
  package let steps: [Step]

  package init(_ attempts: [FirstFixAttempt]) {
    // A fix and a give-up at one time: the fix came first.
    let sorted = attempts.sorted { ($0.seconds, $0.succeeded ? 0 : 1) < ($1.seconds, $1.succeeded ? 0 : 1) }
    var (survival, steps): (Double, [Step]) = (1, [])
    var i = 0
    while i < sorted.count {
      let time = sorted[i].seconds
      let atRisk = Double(sorted.count - i)
      var fixes = 0.0
      while i < sorted.count, sorted[i].seconds == time {
        if sorted[i].succeeded { fixes += 1 }
        i += 1
      }
      if fixes > 0 {
        survival *= 1 - fixes / atRisk
        steps.append(Step(time: time, survival: survival))
      }
    }
    self.steps = steps
  }
}
