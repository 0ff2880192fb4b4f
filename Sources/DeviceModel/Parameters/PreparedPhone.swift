/// A device on a network, checked once, whose numbers can then be taken for many seeds.
public struct PreparedPhone: Sendable {
  /// As it was given.
  public let device: DeviceProfile
  /// As it was given.
  public let network: NetworkProfile
  private let deviceCorrelations: CorrelationMatrix
  private let networkCorrelations: CorrelationMatrix
  private let deviceKeys: [ShapingKey]
  private let networkKeys: [ShapingKey]
  private let fixed: PhoneNumbers

  /// - Throws: `ProfileFault` for a profile that cannot be used, and for a device without a modem for the network.
  public init(device: DeviceProfile, network: NetworkProfile) throws(ProfileFault) {
    if let fault = device.validate().first { throw fault }
    if let fault = network.validate().first { throw fault }
    self.device = device
    self.network = network
    deviceCorrelations = CorrelationMatrix(device.correlations)
    networkCorrelations = CorrelationMatrix(network.correlations)
    deviceKeys = ShapingKey.all(of: device.values, schema: DeviceSchema.schema)
    networkKeys = ShapingKey.all(of: network.values, schema: NetworkSchema.schema)
    fixed = try Self.numbers(
      device: device, device.values.mapValues(\.mean), deviceKeys, network: network, network.values.mapValues(\.mean),
      networkKeys)
  }

  /// The numbers of one run.
  ///
  /// - Throws: `ProfileFault` when drawn numbers cannot be used.
  public func numbers(_ mode: ParameterMode) throws(ProfileFault) -> PhoneNumbers {
    switch mode {
    case .fixed: return fixed
    case .drawn(let seed):
      return try Self.numbers(
        device: device, ParameterDraw(seed: seed, correlations: deviceCorrelations).values(of: device.values),
        deviceKeys, network: network,
        ParameterDraw(seed: seed, correlations: networkCorrelations).values(of: network.values), networkKeys)
    }
  }

  private static func numbers(
    device: DeviceProfile, _ deviceNumbers: [String: Double], _ deviceKeys: [ShapingKey], network: NetworkProfile,
    _ networkNumbers: [String: Double], _ networkKeys: [ShapingKey]
  ) throws(ProfileFault) -> PhoneNumbers {
    let parameters = try DeviceParameters(
      name: device.name, values: ParameterValues(values: deviceNumbers), profile: device.values)
    let networkParameters = try NetworkParameters(
      name: network.name, technology: network.technology, values: ParameterValues(values: networkNumbers))
    return PhoneNumbers(
      device: parameters, network: networkParameters,
      prices: try PowerTable(device: parameters, network: networkParameters),
      shape: PhoneShape(
        technology: network.technology, device: ShapingKey.numbers(deviceKeys, deviceNumbers, device.values),
        network: ShapingKey.numbers(networkKeys, networkNumbers, network.values), deviceKeys: deviceKeys,
        networkKeys: networkKeys))
  }
}

/// A phone's numbers in one run, with what they cost and what they shape.
public struct PhoneNumbers: Sendable {
  public let device: DeviceParameters
  public let network: NetworkParameters
  /// What the states of the device cost on the network.
  public let prices: PowerTable
  /// Equal for phones to which the same things happen.
  public let shape: PhoneShape
}

/// Everything about a phone's numbers that can change what happens in a run: all but the prices.
///
/// Two phones of equal shape have the same timeline on the same day under the same strategy, unless an app reads the
/// battery or the run ends when it is empty. A key counts by being there even where its value is a price, since a
/// missing price can mean a missing state. Ranges of the profile count too, as some models use them.
public struct PhoneShape: Sendable, Hashable {
  private let technology: RadioTechnology
  private let device: [Double]
  private let network: [Double]
  private let deviceKeys: [ShapingKey]
  private let networkKeys: [ShapingKey]

  init(
    technology: RadioTechnology, device: [Double], network: [Double], deviceKeys: [ShapingKey],
    networkKeys: [ShapingKey]
  ) {
    self.technology = technology
    self.device = device
    self.network = network
    self.deviceKeys = deviceKeys
    self.networkKeys = networkKeys
  }

  /// The numbers alone tell phones apart well enough; equality looks at the keys too.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(device)
    hasher.combine(network)
  }
}

/// A profile's key and whether its value can change what happens.
struct ShapingKey: Sendable, Hashable {
  let key: String
  let isPrice: Bool

  /// Sorted by key.
  static func all(of values: [String: ProfileValue], schema: (String) -> ParameterSchema?) -> [ShapingKey] {
    values.keys.sorted().map { ShapingKey(key: $0, isPrice: schema($0)?.isPrice ?? false) }
  }

  /// Value and range of each key that is not a price.
  static func numbers(
    _ keys: [ShapingKey], _ numbers: [String: Double], _ profile: [String: ProfileValue]
  ) -> [Double] {
    var result: [Double] = []
    result.reserveCapacity(3 * keys.count)
    for key in keys where !key.isPrice {
      result.append(numbers[key.key] ?? .nan)
      guard let range = profile[key.key]?.range else { continue }
      result.append(range.lowerBound)
      result.append(range.upperBound)
    }
    return result
  }
}
