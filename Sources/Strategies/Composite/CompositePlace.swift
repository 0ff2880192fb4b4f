/// Where in a composite strategy something stands.
public struct CompositePlace: Sendable, Hashable {
  public enum Part: Sendable, Hashable {
    /// The state itself.
    case state
    case enter
    case leave
    case rule(Int)
  }

  /// The state's place among the states.
  public let state: Int
  public let part: Part
  /// The action's place in its list; `nil` for the part itself.
  public let action: Int?

  public init(state: Int, part: Part, action: Int? = nil) {
    self.state = state
    self.part = part
    self.action = action
  }
}

/// Something in a composite strategy that cannot be.
public struct CompositeFault: Error, Sendable, Hashable {
  public let place: CompositePlace
  public let message: String
  public let remedy: String

  init(_ place: CompositePlace, _ message: String, remedy: String) {
    self.place = place
    self.message = message
    self.remedy = remedy
  }
}
