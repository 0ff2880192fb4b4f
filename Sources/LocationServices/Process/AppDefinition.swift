/// An app to simulate: how to make its process, and what it may do.
public struct AppDefinition: Sendable {
  public let name: String
  public let authorization: Authorization
  public let platform: Platform
  /// Makes the app's object each time its process starts.
  public let makeApp: @Sendable () -> any SimulatedApp

  public init(
    name: String, authorization: Authorization = .always, platform: Platform = .ios18,
    makeApp: @escaping @Sendable () -> any SimulatedApp
  ) {
    self.name = name
    self.authorization = authorization
    self.platform = platform
    self.makeApp = makeApp
  }
}
