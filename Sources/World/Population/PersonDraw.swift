import DeviceModel
import Core
import RealModule

/// The randomness of one person: every number is a function of (seed, name, index), so that no draw moves another.
///
/// The name `person` keeps it apart from the phone's parameters and from the journey of the same seed.
struct PersonDraw {
  let population: PopulationProfile
  private let root: UInt64

  init(_ population: PopulationProfile, seed: UInt64) {
    self.population = population
    root = StableHash.combine(seed, StableHash.name("person"))
  }

  /// In (0, 1).
  func unit(_ name: String, _ index: Int = 0) -> Double {
    StableHash.unit(StableHash.combine(root, StableHash.name(name), UInt64(bitPattern: Int64(index))))
  }

  func chance(_ share: Double, _ name: String, _ index: Int = 0) -> Bool { unit(name, index) < share }

  /// The person's own value of a figure, or with an index that of one occasion.
  func value(_ key: String, _ index: Int = 0) -> Double {
    guard let value = population.values[key] else { return 0 }
    return value.distribution == .fixed ? value.mean : value.quantile(atShare: unit(key, index))
  }

  /// Which of the shares it is.
  func pick(_ shares: [Double], _ name: String, _ index: Int = 0) -> Int {
    var left = unit(name, index) * shares.reduce(0, +)
    for (place, share) in shares.enumerated() {
      left -= share
      if left < 0 { return place }
    }
    return shares.lastIndex { $0 > 0 } ?? 0
  }

  /// A Poisson number by inversion.
  func count(mean: Double, most: Int, _ name: String, _ index: Int = 0) -> Int {
    let u = unit(name, index)
    var term = Double.exp(-mean)
    var sum = term
    var number = 0
    while u > sum, number < most {
      number += 1
      term *= mean / Double(number)
      sum += term
    }
    return number
  }
}
