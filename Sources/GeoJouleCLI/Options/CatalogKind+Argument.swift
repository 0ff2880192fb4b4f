public import ArgumentParser
public import Documents

extension CatalogKind: ExpressibleByArgument {
  /// Takes `device` for `devices`.
  public init?(argument: String) {
    guard let kind = Self.allCases.first(where: { $0.rawValue == argument || $0.singular == argument }) else {
      return nil
    }
    self = kind
  }
}
