/// The exit codes beside 0 and those of the argument parser (1 internal fault, 64 wrong usage).
enum ExitStatus {
  /// A file, a name or a place to write to is not usable.
  static let badInput: Int32 = 65
  /// A limit of level `error` is broken.
  static let budgetBroken: Int32 = 2
}
