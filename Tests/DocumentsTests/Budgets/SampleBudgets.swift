import Documents

enum SampleBudgets {
  /// A small valid file; tests replace parts of it.
  static let text = """
    baseline: base.json
    defaults:
      scenarios: [commute]
      devices: [modern-phone]
      seeds: 4
    budgets:
      - name: background
        strategies: [significant-change]
        limits:
          - {metric: drain_percent_per_hour, max: 3}
          - metric: energy_J
            max_increase: {percent: 5, absolute: 21}
            level: warn
            decide_on: ci_upper
            waiver: {owner: Ada, reason: "old chip", expires: "2026-12-31"}

    """

  static func read(_ text: String = text, file: String = "ci/budgets.yml") throws -> BudgetFile {
    try BudgetFileReader.read(text, file: file, catalog: Catalog())
  }
}
