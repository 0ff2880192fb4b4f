package import Analysis
package import DeviceModel
package import Strategies
package import World

/// A sweep as its plan file says, with every name in it resolved.
package struct SweepPlan: Sendable {
  /// How the cells are chosen.
  package enum Design: Sendable, Hashable {
    /// Every combination.
    case grid
    /// So many points of Sobol's sequence.
    case sobol(points: Int)
  }

  /// A watch and the network of its own modem.
  package typealias Watch = (device: DeviceProfile, network: NetworkProfile)

  /// One strategy on one day with one phone.
  package struct Cell: Sendable {
    package let labels: [SweepLabel]
    package let scenario: Int
    package let device: DeviceProfile
    package let network: NetworkProfile
    package let strategy: StrategySpecification
  }

  /// What a cell is chosen by, outermost first. Devices come last, since phones that differ in prices only share a run.
  enum Dimension: Sendable, Hashable {
    case scenarios, networks, strategies, devices
    case axis(Int)
  }

  package let name: String
  /// SHA-256 of what the file says.
  package let hash: String
  /// What it names, in the file's order.
  package let inputs: [SweepHeader.Input]
  package let design: Design
  package let scenarios: [Scenario]
  /// The watch beside the phone, where a strategy uses one.
  package let watch: Watch?
  package let firstSeed: UInt64
  package let seedCount: Int
  package let parameters: ParameterChoice
  package let untilEmpty: Bool
  package let rows: SweepHeader.Rows
  package let metrics: [Metric]
  let devices: [DeviceProfile]
  /// By device, then in the plan's order; one each where the plan names none.
  let networks: [[NetworkProfile]]
  let strategies: [StrategySpecification]
  let axes: [SweepAxis]
  /// Every combination of these is taken.
  let crossed: [Dimension]
  /// Chosen by the coordinates of a design's point.
  let designed: [Dimension]

  /// How many coordinates a point of the design has; 0 for a grid.
  package var designDimensions: Int { designed.count }

  /// Every device on each of its networks, as their files say them.
  package var phones: [(device: DeviceProfile, network: NetworkProfile)] {
    zip(devices, networks).flatMap { device, networks in networks.map { (device, $0) } }
  }

  package var cellCount: Int { points * crossed.reduce(1) { $0 * count(of: $1) } }

  /// How the work is cut.
  package var layout: SweepLayout {
    SweepLayout(cells: cellCount, seeds: seedCount, together: together)
  }

  /// Which points of the design some cells need.
  package func points(of cells: Range<Int>) -> Range<Int> {
    guard case .sobol = design, let first = cells.first, let last = cells.last else { return 0..<0 }
    if first / points != last / points { return 0..<points }
    return first % points..<last % points + 1
  }

  /// Of the columns of varied values.
  package var units: [String: String] {
    Dictionary(axes.filter { !$0.unit.isEmpty }.map { ($0.column, $0.unit) }) { $1 }
  }

  /// Which point of the design a cell has; 0 for a grid.
  package func point(of cell: Int) -> Int { cell % points }

  /// - Parameters:
  ///   - index: from 0 to below `cellCount`.
  ///   - point: the coordinates of the design's point `point(of: index)`; empty for a grid.
  package func cell(_ index: Int, point: [Double] = []) -> Cell {
    var places: [Dimension: Int] = [:]
    var rest = index / points
    for dimension in crossed.reversed() {
      places[dimension] = rest % count(of: dimension)
      rest /= count(of: dimension)
    }
    for (dimension, share) in zip(designed, point) {
      if case .axis = dimension { continue }
      let count = count(of: dimension)
      places[dimension] = min(count - 1, Int(share * Double(count)))
    }
    let scenario = places[.scenarios] ?? 0
    let deviceNumber = places[.devices] ?? 0
    var device = devices[deviceNumber]
    var network = networks[deviceNumber][places[.networks] ?? 0]
    var strategy = strategies[places[.strategies] ?? 0]
    var labels = [
      SweepLabel("scenario", .text(scenarios[scenario].name)), SweepLabel("device", .text(device.name)),
      SweepLabel("network", .text(network.name)), SweepLabel("strategy", .text(strategy.name)),
    ]
    for (number, axis) in axes.enumerated() {
      let value: SweepAxis.Value
      if let place = places[.axis(number)] {
        value = axis.value(at: place)
      } else if let coordinate = designed.firstIndex(of: .axis(number)), coordinate < point.count {
        value = axis.value(atShare: point[coordinate])
      } else {
        continue
      }
      axis.apply(value, to: &strategy)
      axis.apply(value, to: &device)
      axis.apply(value, to: &network)
      labels.append(axis.label(value))
    }
    return Cell(labels: labels, scenario: scenario, device: device, network: network, strategy: strategy)
  }

  /// Points of the design; a grid has one, which says nothing.
  private var points: Int { if case .sobol(let points) = design { points } else { 1 } }

  private func count(of dimension: Dimension) -> Int {
    switch dimension {
    case .scenarios: scenarios.count
    case .networks: networks.first?.count ?? 1
    case .strategies: strategies.count
    case .devices: devices.count
    case .axis(let number): axes[number].count
    }
  }

  /// How many cells in a row differ in their devices only.
  private var together: Int {
    func isOfDevices(_ dimension: Dimension) -> Bool {
      switch dimension {
      case .devices: true
      case .axis(let number): if case .device = axes[number].subject { true } else { false }
      default: false
      }
    }
    guard designed.allSatisfy(isOfDevices) else { return 1 }
    return points * crossed.reversed().prefix(while: isOfDevices).reduce(1) { $0 * count(of: $1) }
  }
}
