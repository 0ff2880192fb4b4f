/// One state of a composite strategy.
public struct CompositeState: Sendable, Hashable {
  public var name: String
  /// Done whenever the state is entered, by a process that begins in it too.
  public var enter: [CompositeAction]
  /// In order; the first that fits an event takes it.
  public var rules: [CompositeRule]
  /// Done whenever the state is left.
  public var leave: [CompositeAction]

  public init(
    _ name: String, enter: [CompositeAction] = [], rules: [CompositeRule] = [], leave: [CompositeAction] = []
  ) {
    self.name = name
    self.enter = enter
    self.rules = rules
    self.leave = leave
  }
}
