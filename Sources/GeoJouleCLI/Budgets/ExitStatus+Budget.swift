extension ExitStatus {
  /// A limit of level `error` is broken.
  static let budgetBroken: Int32 = 2
}
