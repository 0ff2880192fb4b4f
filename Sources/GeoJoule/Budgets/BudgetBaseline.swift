/// The baseline of a budget file, found to fit its inputs.
package struct BudgetBaseline: Sendable {
  struct Key: Hashable {
    let conditions: Baseline.Conditions
    let strategy: Baseline.Input
  }

  private let path: String
  private let baseline: Baseline
  private var entries: [Key: Baseline.Entry] = [:]

  /// - Parameter path: instead of the one that the file names.
  /// - Returns: `nil` when no limit needs a baseline.
  package init?(_ file: BudgetFile, path: String?) throws(InputError) {
    guard file.firstRelativeLimit != nil else { return nil }
    self.path = try Self.path(file, path)
    do {
      baseline = try BaselineReader.read(path: self.path)
    } catch {
      guard error.line == nil, !error.isUsage else { throw error }
      throw InputError(
        file: error.file, message: error.message,
        remedy: "make the baseline with 'geojoule baseline update \(file.file)'")
    }
    var differences: [String] = []
    for item in file.cases where item.needsBaseline {
      let count = UInt64(item.seeds.looks.first ?? 1)
      let seeds = (0..<count).map { item.firstSeed + $0 }
      for input in item.strategyInputs {
        let found = baseline.entry(
          for: input, under: item.conditions, seeds: seeds, refusesChangedStrategy: file.refusesChangedStrategies)
        switch found {
        case .success(let entry):
          entries[Key(conditions: item.conditions, strategy: input)] = entry
          for limit in item.activeLimits where limit.bound.isRelative && entry.values(of: limit.metric) == nil {
            differences.append("it has no figure '\(limit.metric.column)' of '\(input.name)'")
          }
        case .failure(let mismatch): differences += mismatch.differences
        }
      }
    }
    guard !differences.isEmpty else { return }
    let once = differences.uniqued().joined(separator: "; ")
    throw InputError(
      file: self.path, message: "the baseline does not fit the budget: \(once)",
      remedy: "if the change is meant, run 'geojoule baseline update \(file.file)', which says what moved, and review "
        + "it")
  }

  package static func path(_ file: BudgetFile, _ chosen: String?) throws(InputError) -> String {
    guard let limit = file.firstRelativeLimit else {
      throw InputError(
        file: file.file, message: "no limit is against a baseline",
        remedy: "add a 'max_increase' or a 'max_decrease' to a limit")
    }
    if let path = chosen ?? file.baselinePath { return path }
    throw InputError(
      file: limit.place.file, line: limit.place.line, column: limit.place.column,
      message: "'\(limit.bound.key)' needs a baseline, and the file names none",
      remedy: "add 'baseline: budgets.baseline.json' at the top and run 'geojoule baseline update \(file.file)'")
  }

  /// Refuses to write a baseline where something else would be lost: a budget file may come from anybody.
  ///
  /// - Parameter isChosen: whether the user named the place, and not the file.
  package static func checkOutput(_ path: String, of file: BudgetFile, isChosen: Bool) throws(InputError) {
    guard path != "-" else { return }
    guard isChosen || AtomicFile.isBelow(AtomicFile.folder(of: file.file), path) else {
      throw InputError(
        file: file.file, message: "the baseline '\(path)' is outside the budget's folder",
        remedy: "if that is meant, name it with --baseline")
    }
    guard !AtomicFile.isFile(path) || BaselineReader.isBaseline(path: path) else {
      throw InputError(
        file: path, message: "the file is there already and is no baseline", remedy: "remove it, or name another place")
    }
  }

  /// The base branch's baseline, which decides nothing: where there is none to use, a note says so.
  package static func ofBase(_ path: String) throws(InputError) -> (baseline: Baseline?, note: String?) {
    let text = try TextFile.read(path)
    guard !text.isEmpty else { return (nil, "The base branch has no baseline: no change is shown.") }
    do {
      let baseline = try BaselineReader.read(text, file: path)
      let (old, now) = (baseline.toolVersion, GeoJouleVersion.text)
      return (baseline, old == now ? nil : "The base branch's baseline was made by version \(old), this is \(now).")
    } catch {
      return (nil, "The base branch's baseline cannot be used, no change is shown: \(error.message).")
    }
  }

  /// The plan of a case; a sequential test takes no more seeds than the baseline has.
  func plan(for item: BudgetCase) throws(InputError) -> SeedPlan {
    guard item.needsBaseline, case .auto(let plan) = item.seeds else { return item.seeds }
    var count = plan.cap
    for input in item.strategyInputs {
      let known = Set(entries[Key(conditions: item.conditions, strategy: input)]?.seeds ?? [])
      count = min(count, (0..<plan.cap).first { !known.contains(item.firstSeed + UInt64($0)) } ?? plan.cap)
    }
    return .auto(plan.capped(at: count) ?? plan)
  }

  func entry(of strategy: Int, in item: BudgetCase) -> Baseline.Entry? {
    entries[Key(conditions: item.conditions, strategy: item.strategyInputs[strategy])]
  }

  package func notes(_ file: BudgetFile) -> [String] {
    var notes: [String] = []
    if baseline.toolVersion != GeoJouleVersion.text {
      notes.append("The baseline was made by version \(baseline.toolVersion), this is \(GeoJouleVersion.text).")
    }
    let used = Set(entries.values)
    let unused = Set(baseline.entries.filter { !used.contains($0) }.map(\.strategy.name)).sorted()
    if !unused.isEmpty {
      notes.append(
        "The baseline also has values that no budget uses: \(unused.joined(separator: ", ")). "
          + "'geojoule baseline update \(file.file)' removes them.")
    }
    return notes
  }
}
