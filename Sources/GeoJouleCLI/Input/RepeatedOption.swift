import ArgumentParser

/// Looks for options given twice that take one value: the parser would silently take the last.
enum RepeatedOption {
  /// - Throws: `ValidationError` that names the option.
  static func check(_ arguments: [String], of root: any ParsableCommand.Type) throws {
    var seen: Set<String> = []
    let repeated = arguments.prefix { $0 != "--" }.filter { $0.hasPrefix("--") }.map { String($0.prefix { $0 != "=" }) }
      .filter { !seen.insert($0).inserted }
    guard !repeated.isEmpty else { return }
    let command = try HelpTree.command(of: arguments, below: root)
    for name in repeated {
      let option = command.arguments?.first { $0.names?.contains { $0.text == name } ?? false }
      guard let option, option.kind == "option", !option.isRepeating else { continue }
      throw ValidationError("\(name) is given more than once; give it one value")
    }
  }
}
