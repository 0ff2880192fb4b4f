/// What a state does about an event.
public struct CompositeRule: Sendable, Hashable {
  public var trigger: CompositeTrigger
  /// All must hold.
  public var conditions: [CompositeCondition]
  public var actions: [CompositeAction]
  /// The state to go to after the actions, by its place among the states; `nil` to stay. A rule that names its own state
  /// leaves it and enters it again.
  public var target: Int?

  public init(
    _ trigger: CompositeTrigger, if conditions: [CompositeCondition] = [], do actions: [CompositeAction] = [],
    goTo target: Int? = nil
  ) {
    self.trigger = trigger
    self.conditions = conditions
    self.actions = actions
    self.target = target
  }
}
