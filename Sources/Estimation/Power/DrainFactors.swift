/// What multiplies the drain of several runs at once: a device, or an occasion on which runs lay side by side.
struct DrainFactors: Sendable {
  enum Kind: Sendable, Hashable { case device, occasion }

  struct Factor: Sendable, Hashable {
    let kind: Kind
    let name: String
  }

  /// In the order of their unknowns; devices first.
  let all: [Factor]
  /// Indices into `all`.
  let ofRun: [[Int]]

  init(_ data: [DrainData], devicesDiffer: Bool, occasionsDiffer: Bool) {
    var all: [Factor] = []
    var places: [Factor: Int] = [:]
    var ofRun = [[Int]](repeating: [], count: data.count)
    func add(_ factor: Factor, to run: Int) {
      if places[factor] == nil {
        places[factor] = all.count
        all.append(factor)
      }
      if let place = places[factor] { ofRun[run].append(place) }
    }
    if devicesDiffer { for (i, run) in data.enumerated() { add(Factor(kind: .device, name: run.device), to: i) } }
    if occasionsDiffer {
      for (i, run) in data.enumerated() {
        // A run on its own is an occasion of its own.
        let name = run.occasion.isEmpty ? "run \(i)" : run.occasion
        add(Factor(kind: .occasion, name: name), to: i)
      }
    }
    self.all = all
    self.ofRun = ofRun
  }

  func count(_ kind: Kind) -> Int { all.count { $0.kind == kind } }
}
