/// How far real drain lies from predicted drain for reasons that no parameter describes, as log-deviations.
///
/// Model: measured drain / predicted drain = exp(w) ((1 - l) exp(r) + l exp(t)). w is normal with the variance phone^2 +
/// occasion^2 + run^2 and holds for the whole phone; t is normal with the variance tracking^2 + location^2 and holds for
/// location's share l of the drain, 0 to 1; r is normal with the variance rest^2 and holds for all else, a run's own use that
/// no setting changes. All are totals: what drawn parameters and battery health already spread is part of them. They enter
/// where a prediction range is reported, never a run, its ledger, a paired test or a choice.
///
/// Validity: drains over some hours of a phone whose battery health is about that of the profile.
package struct Discrepancy: Sendable, Hashable {
  /// Between phones of one kind.
  package var phone: Double
  /// Between occasions, such as days, of one phone.
  package var occasion: Double
  /// Between runs of one phone on one occasion.
  package var run: Double
  /// Between phones, of location's share of the drain.
  package var tracking: Double
  /// Between runs, of what the phone draws besides location.
  package var rest: Double
  /// Between runs, of location's share of the drain.
  package var location: Double

  /// All at least 0.
  package init(phone: Double, occasion: Double, run: Double, tracking: Double, rest: Double = 0, location: Double = 0) {
    self.phone = phone
    self.occasion = occasion
    self.run = run
    self.tracking = tracking
    (self.rest, self.location) = (rest, location)
  }

  /// For a profile that says nothing: a phone that nobody has measured. The total is 0.25, and 0.29 with location at 0.7 of the
  /// drain: above the 0.22 by which unfitted profiles missed measured settings, since single days and runs scatter too.
  package static let unmeasured = Discrepancy(phone: 0.18, occasion: 0.10, run: 0.14, tracking: 0.20)

  /// The variance of a run's logarithm around its phone and its day.
  ///
  /// - Parameter share: location's share of the drain, 0 to 1.
  package func runVariance(share: Double) -> Double {
    run * run + (1 - share) * (1 - share) * (rest * rest) + share * share * (location * location)
  }

  /// The variance of a drain's logarithm.
  ///
  /// - Parameter share: location's share of the drain, 0 to 1.
  package func variance(share: Double) -> Double {
    phone * phone + occasion * occasion + runVariance(share: share) + share * share * (tracking * tracking)
  }

  /// Between two days of one phone with the same use, as logarithms of their ratio.
  package var betweenDays: Discrepancy {
    let root = 2.0.squareRoot()
    return Discrepancy(
      phone: 0, occasion: root * occasion, run: root * run, tracking: 0, rest: root * rest, location: root * location)
  }

  /// That of parts which are known exactly, as standard errors.
  package static let none = Discrepancy(phone: 0, occasion: 0, run: 0, tracking: 0)

  /// The variance of `variance(share:)` as an estimate whose parts have these standard errors: the square of a deviation d with the
  /// standard error e has the standard error 2 d e.
  package func errorVariance(_ errors: Discrepancy, share: Double) -> Double {
    func square(_ error: Double) -> Double { 4 * error * error }
    return square(phone * errors.phone) + square(occasion * errors.occasion) + square(run * errors.run)
      + square(share * share * tracking * errors.tracking) + square((1 - share) * (1 - share) * rest * errors.rest)
      + square(share * share * location * errors.location)
  }

  /// The profile's section.
  package static let section = "discrepancy"
}

extension DeviceProfile {
  /// What the profile says, or `Discrepancy.unmeasured`.
  package var discrepancy: Discrepancy { discrepancyParts { $0?.mean ?? $1 } }

  /// Standard errors of its discrepancy: where a profile says none, 0.3 of the value, as in the catalogue's estimates.
  package var discrepancyErrors: Discrepancy { discrepancyParts { $0?.deviation ?? 0.3 * ($0?.mean ?? $1) } }

  private func discrepancyParts(_ number: (ProfileValue?, _ standard: Double) -> Double) -> Discrepancy {
    func part(_ key: String, _ standard: Double) -> Double {
      number(values["\(Discrepancy.section).\(key)"], standard)
    }
    let standard = Discrepancy.unmeasured
    return Discrepancy(
      phone: part("phone", standard.phone), occasion: part("occasion", standard.occasion),
      run: part("run", standard.run), tracking: part("tracking", standard.tracking), rest: part("rest", standard.rest),
      location: part("location", standard.location))
  }

  /// Whether the profile has a discrepancy of its own.
  package var saysDiscrepancy: Bool { values["\(Discrepancy.section).phone"] != nil }

  /// The profile without what changes no run.
  package var withoutDiscrepancy: DeviceProfile {
    var profile = self
    profile.values = values.filter { ParameterSchema.section(of: $0.key) != Discrepancy.section }
    return profile
  }
}
