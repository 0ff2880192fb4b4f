package import DeviceModel
import Core
import RealModule
import Synchronization

/// How far drawn parameters, battery health included, spread a phone's drain: variances of its logarithm.
///
/// Two parts: the phone at rest (every component in its resting state), and what tracking with satellites adds to it (the
/// receiver in strong signal and the session). The second stands for all location use. A drain of which location takes the
/// share l has, to first order, the variance (1 - l)^2 rest + l^2 location + 2 l (1 - l) covariance. It depends on the profiles
/// only, never on a scenario's seeds, so that all settings of a phone have one and the same.
package struct ParameterSpread: Sendable, Hashable {
  package let rest: Double
  package let location: Double
  package let covariance: Double

  package init(rest: Double, location: Double, covariance: Double) {
    self.rest = rest
    self.location = location
    self.covariance = covariance
  }

  /// That of fixed parameters.
  package static let none = ParameterSpread(rest: 0, location: 0, covariance: 0)

  /// Phones that are drawn: their sample variances have a standard error of 9 %.
  static let draws: UInt64 = 256

  /// The last ones that were drawn, each with its profiles: a program compares the same phones again and again.
  private static let known = Mutex<[Known]>([])
  private static let knownLimit = 8

  private struct Known {
    let device: DeviceProfile
    let network: NetworkProfile
    let spread: ParameterSpread
  }

  /// - Throws: `ProfileFault` for a profile that cannot be used.
  package init(of device: DeviceProfile, on network: NetworkProfile) throws(ProfileFault) {
    let known = Self.known.withLock { $0.first { $0.device == device && $0.network == network } }
    if let known {
      self = known.spread
      return
    }
    let spread = try ParameterSpread(drawing: device, on: network)
    Self.known.withLock { known in
      if known.count >= Self.knownLimit { known.removeFirst() }
      known.append(Known(device: device, network: network, spread: spread))
    }
    self = spread
  }

  private init(drawing device: DeviceProfile, on network: NetworkProfile) throws(ProfileFault) {
    let phone = try PreparedPhone(device: device, network: network)
    let name = StableHash.name("parameter spread")
    var (rests, locations): ([Double], [Double]) = ([], [])
    for (device, prices) in try phone.priced(seeds: (0..<Self.draws).map { StableHash.combine(name, $0) }) {
      let capacity = (device.battery.energy * device.battery.health).joules
      let (rest, location) = Self.powers(device, prices)
      guard capacity > 0, rest > 0 else { continue }
      rests.append(Double.log(rest / capacity))
      // A device whose tracking costs nothing has no spread of it either.
      locations.append(Double.log((location > 0 ? location : rest) / capacity))
    }
    func covariance(_ a: [Double], _ b: [Double]) -> Double {
      guard a.count > 1 else { return 0 }
      let count = Double(a.count)
      let means = (a.reduce(0, +) / count, b.reduce(0, +) / count)
      return zip(a, b).reduce(0) { $0 + ($1.0 - means.0) * ($1.1 - means.1) } / (count - 1)
    }
    self.init(
      rest: covariance(rests, rests), location: covariance(locations, locations),
      covariance: covariance(rests, locations))
  }

  /// In watts.
  private static func powers(_ device: DeviceParameters, _ prices: PowerTable) -> (rest: Double, location: Double) {
    func watts(_ component: Component, _ state: UInt8) -> Double {
      prices.power(component, state: state, bin: .strong).watts
    }
    let rest = Component.allCases.reduce(0.0) { sum, component in
      sum + (component.restingState.map { watts(component, $0) } ?? 0)
    }
    var location =
      watts(.processor, ApplicationProcessor.State.locationSession.rawValue)
      - watts(.processor, ApplicationProcessor.State.suspended.rawValue)
    if device.gnss != nil { location += watts(.gnss, GNSSReceiver.State.tracking.rawValue) }
    return (rest, location)
  }

  /// The variance of the logarithm of a drain.
  ///
  /// - Parameter share: location's, 0 to 1.
  func variance(share: Double) -> Double {
    let others = 1 - share
    return others * others * rest + share * share * location + 2 * share * others * covariance
  }
}
