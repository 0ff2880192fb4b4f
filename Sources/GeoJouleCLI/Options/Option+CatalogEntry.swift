import ArgumentParser
import Documents

/// Options that name an entry of the catalogue or a file of its kind; shells complete the names.
extension Option {
  init(wrappedValue: String, entryOf kind: CatalogKind, name: NameSpecification = .long, help: String)
  where Value == String {
    self.init(
      wrappedValue: wrappedValue, name: name, help: ArgumentHelp(help, valueName: valueName),
      completion: CatalogOptions.completion(kind))
  }

  init(entryOf kind: CatalogKind, help: String) where Value == String? {
    self.init(help: ArgumentHelp(help, valueName: valueName), completion: CatalogOptions.completion(kind))
  }

  init(wrappedValue: [String], entryOf kind: CatalogKind, name: NameSpecification, help: String)
  where Value == [String] {
    self.init(
      wrappedValue: wrappedValue, name: name, help: ArgumentHelp(help, valueName: valueName),
      completion: CatalogOptions.completion(kind))
  }
}

private let valueName = "name|file"
