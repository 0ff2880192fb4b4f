/// What an app asks the user for.
public enum AuthorizationRequest: Sendable, Hashable {
  case whenInUse, always
}
