/// A device on a network, checked once, whose numbers can then be taken for many seeds.
package struct PreparedPhone: Sendable {
  /// As it was given.
  package let device: DeviceProfile
  /// As it was given.
  package let network: NetworkProfile
  private let deviceDraw: ParameterDraw
  private let networkDraw: ParameterDraw
  private let deviceKeys: [ShapingKey]
  private let networkKeys: [ShapingKey]
  private let fixed: PhoneNumbers

  /// - Throws: `ProfileFault` for a profile that cannot be used, and for a device without a modem for the network.
  package init(device: DeviceProfile, network: NetworkProfile) throws(ProfileFault) {
    self.device = device
    self.network = network
    if let fault = device.validate().first { throw fault }
    if let fault = network.validate().first { throw fault }
    deviceDraw = ParameterDraw(of: device.values, correlations: device.correlations)
    networkDraw = ParameterDraw(of: network.values, correlations: network.correlations)
    deviceKeys = ShapingKey.all(of: device.values, schema: DeviceSchema.schema)
    networkKeys = ShapingKey.all(of: network.values, schema: NetworkSchema.schema)
    fixed = try PhoneNumbers(
      device: device, device.values.mapValues(\.mean), deviceKeys, network: network,
      network.values.mapValues(\.mean), networkKeys, accesses: network.accesses(mode: .fixed))
  }

  /// The numbers of one run.
  ///
  /// - Throws: `ProfileFault` when drawn numbers cannot be used.
  package func numbers(_ mode: ParameterMode) throws(ProfileFault) -> PhoneNumbers {
    guard case .drawn(let seed) = mode else { return fixed }
    return try PhoneNumbers(
      device: device, deviceDraw.values(seed: seed), deviceKeys, network: network,
      networkDraw.values(seed: seed), networkKeys, accesses: network.accesses(mode: mode))
  }

  /// Drawn phones and what they cost, one for each seed. Their errors of positions, half of all values, are not drawn.
  ///
  /// - Throws: `ProfileFault` when drawn numbers cannot be used.
  package func priced(seeds: [UInt64]) throws(ProfileFault) -> [(device: DeviceParameters, prices: PowerTable)] {
    let costs = device.values.filter { ParameterSchema.section(of: $0.key) != "error" }
    let draw = ParameterDraw(of: costs, correlations: device.correlations)
    var phones: [(device: DeviceParameters, prices: PowerTable)] = []
    for seed in seeds {
      let network = try NetworkParameters(
        name: network.name, technology: network.technology,
        values: ParameterValues(values: networkDraw.values(seed: seed)),
        accesses: network.accesses(mode: .drawn(seed: seed)))
      let device = try DeviceParameters(
        name: device.name, system: device.system, values: ParameterValues(values: draw.values(seed: seed)),
        profile: device.values, errors: fixed.device.error)
      phones.append((device, try PowerTable(device: device, network: network)))
    }
    return phones
  }
}

/// A phone's numbers in one run, with what they cost and what they shape.
package struct PhoneNumbers: Sendable {
  package let device: DeviceParameters
  package let network: NetworkParameters
  /// What the states of the device cost on the network.
  package let prices: PowerTable
  /// Equal for phones to which the same things happen.
  package let shape: PhoneShape

  /// - Throws: `ProfileFault` for numbers that cannot be used, and for a device without a modem for the network.
  fileprivate init(
    device: DeviceProfile, _ deviceValues: [String: Double], _ deviceKeys: [ShapingKey], network: NetworkProfile,
    _ networkValues: [String: Double], _ networkKeys: [ShapingKey], accesses: [NetworkProfile.Access]
  ) throws(ProfileFault) {
    self.device = try DeviceParameters(
      name: device.name, system: device.system, values: ParameterValues(values: deviceValues), profile: device.values)
    self.network = try NetworkParameters(
      name: network.name, technology: network.technology, values: ParameterValues(values: networkValues),
      accesses: accesses)
    prices = try PowerTable(device: self.device, network: self.network)
    shape = PhoneShape(device, deviceValues, deviceKeys, network, networkValues, networkKeys, accesses: accesses)
  }
}

/// Everything about a phone's numbers that can change what happens in a run: all but the prices.
///
/// Two phones of equal shape have the same timeline on the same day under the same strategy, unless an app reads the
/// battery or the run ends when it is empty. A key counts by being there even where its value is a price, since a
/// missing price can mean a missing state. Ranges of the profile count too, as some models use them.
package struct PhoneShape: Sendable, Hashable {
  private let technology: RadioTechnology
  private let device: [Double]
  private let network: [Double]
  private var transfers: [Double]
  fileprivate let deviceKeys: [ShapingKey]
  fileprivate let networkKeys: [ShapingKey]
  /// Of the further accesses, in the order of `RadioTechnology`.
  private var accessKeys: [[ShapingKey]] = []

  fileprivate init(
    _ device: DeviceProfile, _ deviceValues: [String: Double], _ deviceKeys: [ShapingKey], _ network: NetworkProfile,
    _ networkValues: [String: Double], _ networkKeys: [ShapingKey], accesses: [NetworkProfile.Access]
  ) {
    technology = network.technology
    self.device = ShapingKey.numbers(deviceKeys, deviceValues, device.values)
    var numbers = ShapingKey.numbers(networkKeys, networkValues, network.values)
    transfers = ShapingKey.numbers(networkKeys, networkValues, network.values, ofTransfers: true)
    for access in accesses {
      let profile = access.profile.values
      let keys = ShapingKey.all(of: profile, schema: NetworkSchema.schema)
      numbers += ShapingKey.numbers(keys, access.values, profile)
      transfers += ShapingKey.numbers(keys, access.values, profile, ofTransfers: true)
      accessKeys.append(keys)
    }
    self.network = numbers
    self.deviceKeys = deviceKeys
    self.networkKeys = networkKeys
  }

  /// Equal for phones to which the same things happen in a run without a transfer over the cellular network.
  ///
  /// The network's promotions, rates and tails begin with a transfer; without one the radio never looks at them.
  package var withoutTransfers: PhoneShape {
    var shape = self
    shape.transfers = []
    return shape
  }

  /// The numbers alone tell phones apart well enough; equality looks at the keys too.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(device)
    hasher.combine(network)
    hasher.combine(transfers)
  }
}

/// A profile's key and whether its value can change what happens.
struct ShapingKey: Sendable, Hashable {
  let key: String
  let isPrice: Bool
  /// A value of the network that only a transfer meets.
  let isOfTransfers: Bool

  /// Sorted by key.
  static func all(of values: [String: ProfileValue], schema: (String) -> ParameterSchema?) -> [ShapingKey] {
    values.keys.sorted().map {
      ShapingKey(
        key: $0, isPrice: schema($0)?.isPrice ?? false, isOfTransfers: NetworkSchema.transferKeys.contains($0))
    }
  }

  /// Value and range of each key that is not a price, of those that transfers meet or of the others.
  static func numbers(
    _ keys: [ShapingKey], _ numbers: [String: Double], _ profile: [String: ProfileValue], ofTransfers: Bool = false
  ) -> [Double] {
    var result: [Double] = []
    result.reserveCapacity(3 * keys.count)
    for key in keys where !key.isPrice && key.isOfTransfers == ofTransfers {
      result.append(numbers[key.key] ?? .nan)
      guard let range = profile[key.key]?.range else { continue }
      result.append(range.lowerBound)
      result.append(range.upperBound)
    }
    return result
  }
}
