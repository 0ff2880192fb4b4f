import DeviceModel
import Quantities
public import Simulation

/// One run's energy: by component and state, then by cause.
public struct LedgerTable: Sendable {
  public var width: Int
  public var isColoured: Bool

  public init(width: Int = 100, isColoured: Bool = false) {
    self.width = max(width, 60)
    self.isColoured = isColoured
  }

  public func render(_ record: RunRecord) -> String {
    let style = TextStyle(isColoured: isColoured)
    var lines = tables(EnergyBreakdown(ledger: record.ledger, prices: record.prices), style)
    if let watch = record.watch {
      lines += ["", style.bold("The watch (\(PlainText.line(watch.device)))"), ""]
      lines += tables(EnergyBreakdown(ledger: watch.ledger, prices: watch.prices), style)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func tables(_ breakdown: EnergyBreakdown, _ style: TextStyle) -> [String] {
    states(breakdown).lines(width: width, style: style) + [""] + causes(breakdown).lines(width: width, style: style)
  }

  /// A line of the table: one component's state, event or direction of bytes, over all causes.
  private struct Item {
    var component: String
    var label: String
    var amount: String
    var power: String
    var energy: Energy
  }

  private func states(_ breakdown: EnergyBreakdown) -> TextTable {
    let total = breakdown.total
    var items: [Item] = []
    for component in Component.allCases {
      items += stateItems(of: component, breakdown) + eventItems(of: component, breakdown)
      let lines = breakdown.lines.filter { $0.component == component }
      guard !lines.isEmpty else { continue }
      items.append(
        Item(
          component: component.name, label: "all", amount: "", power: "", energy: breakdown.energy(of: component)))
    }
    items.append(Item(component: "total", label: "", amount: "", power: "", energy: total))
    return TextTable(columns: [
      .init(heading: ["component"], alignment: .left, cells: items.map(\.component)),
      .init(heading: ["state"], alignment: .left, cells: items.map(\.label)),
      .init(heading: ["time or count"], cells: items.map(\.amount)),
      .init(heading: ["price"], rank: 1, cells: items.map(\.power)),
      .init(heading: ["energy J"], cells: items.map { Figure.text($0.energy.joules) }),
      .init(heading: ["share %"], cells: items.map { share($0.energy, of: total) }),
    ])
  }

  private func stateItems(of component: Component, _ breakdown: EnergyBreakdown) -> [Item] {
    var items: [Item] = []
    for state in EnergyLedger.states(of: component) {
      for bin in SignalStrength.allCases {
        var (span, energy, isPresent) = (TimeSpan.zero, Energy.zero, false)
        for line in breakdown.lines where line.component == component {
          guard case .state(state, bin, let dwell) = line.kind else { continue }
          span += dwell
          energy += line.energy
          isPresent = true
        }
        guard isPresent else { continue }
        let name = ComponentStates.name(of: component, state: state)
        items.append(
          Item(
            component: component.name, label: bin == .weak ? "\(name), weak signal" : name, amount: Figure.time(span),
            power: span > .zero ? "\(Figure.text((energy / span).milliwatts)) mW" : "", energy: energy))
      }
    }
    return items
  }

  private func eventItems(of component: Component, _ breakdown: EnergyBreakdown) -> [Item] {
    var items: [Item] = []
    for charge in EventCharge.allCases where charge.component == component {
      var (count, energy) = (Int64(0), Energy.zero)
      for line in breakdown.lines {
        guard case .charge(charge, let events) = line.kind else { continue }
        count += events
        energy += line.energy
      }
      guard count > 0 else { continue }
      items.append(
        Item(
          component: component.name, label: charge.name, amount: "\(DecimalText.grouped(Int(count))) x",
          power: "\(Figure.text((energy / Double(count)).millijoules)) mJ", energy: energy))
    }
    for access in [nil] + RadioTechnology.allCases {
      for direction in EnergyLedger.Direction.allCases {
        if let item = bytesItem(direction, on: access, of: component, breakdown) { items.append(item) }
      }
    }
    return items
  }

  private func bytesItem(
    _ direction: EnergyLedger.Direction, on access: RadioTechnology?, of component: Component,
    _ breakdown: EnergyBreakdown
  ) -> Item? {
    var (count, energy) = (Int64(0), Energy.zero)
    for line in breakdown.lines where line.component == component {
      guard case .bytes(direction, access, let bytes) = line.kind else { continue }
      count += bytes
      energy += line.energy
    }
    guard count > 0 else { return nil }
    let perBit = EnergyPerBit.joulesPerBit(energy.joules / Double(count) / 8)
    return
      Item(
        component: component.name, label: RunReport.name(of: direction, on: access),
        amount: "\(DecimalText.grouped(Int(count))) B", power: "\(Figure.text(perBit.nanojoulesPerBit)) nJ/bit",
        energy: energy)
  }

  private func causes(_ breakdown: EnergyBreakdown) -> TextTable {
    var energies = [Energy?](repeating: nil, count: EnergyAttribution.count)
    for line in breakdown.lines {
      energies[Int(line.cause.index)] = (energies[Int(line.cause.index)] ?? .zero) + line.energy
    }
    let present = energies.enumerated().compactMap { entry -> (name: String, energy: Energy)? in
      guard let energy = entry.element, let cause = EnergyAttribution(index: UInt8(entry.offset)) else { return nil }
      return (CauseName.of(cause), energy)
    }
    return TextTable(columns: [
      .init(heading: ["for"], alignment: .left, cells: present.map(\.name)),
      .init(heading: ["energy J"], cells: present.map { Figure.text($0.energy.joules) }),
      .init(heading: ["share %"], cells: present.map { share($0.energy, of: breakdown.total) }),
    ])
  }

  private func share(_ energy: Energy, of total: Energy) -> String {
    total > .zero ? DecimalText.fixed(100 * (energy / total), digits: 1) : Figure.missing
  }
}
