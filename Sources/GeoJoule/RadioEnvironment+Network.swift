import DeviceModel
import World

extension RadioEnvironment {
  /// What a network's numbers say about the ground.
  init(_ network: NetworkParameters) {
    let radius = network.cellRadius
    self.init(urban: radius.urban, suburban: radius.suburban, rural: radius.rural)
    if let level = network.coverage.weakBelow { weakBelow = level }
    if let level = network.coverage.noneBelow { noneBelow = level }
    accesses = RadioAccessProcess(network)
  }
}
