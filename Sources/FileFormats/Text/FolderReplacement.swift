import CLibrary

/// The files of a folder that appear together or not at all. A folder that is not there is filled under a hidden name first.
///
/// Files that are there are never replaced. Whatever is not put in place is removed, folders that were made for it included.
package final class FolderReplacement {
  /// As it was given, without a slash at its end.
  private let folder: String
  /// The hidden name; `nil` where the folder is there.
  private var hidden: String?
  private var files: [FileReplacement] = []
  /// Outermost first.
  private var made: [String] = []
  private var isDone = false

  /// Writes the files, without putting them in place.
  package init(_ folder: String, files contents: [(name: String, bytes: [UInt8])]) throws(InputError) {
    var path = folder[...]
    while path.count > 1, path.last == "/" { path = path.dropLast() }
    self.folder = String(path)
    for content in contents where access("\(path)/\(content.name)", F_OK) == 0 {
      try InputFiles.check("\(path)/\(content.name)")
      throw InputError(
        file: "\(path)/\(content.name)", message: "the file is there already",
        remedy: "remove it, or name another folder")
    }
    var place = self.folder
    do throws(InputError) {
      if access(self.folder, F_OK) != 0 {
        let parent = AtomicFile.folder(of: self.folder)
        try makeFolders(parent)
        let random = String(UInt64.random(in: .min ... .max), radix: 36)
        place = parent + FileReplacement.commonMark + random + FileReplacement.ending
        hidden = place
      }
      for content in contents {
        try makeFolders(AtomicFile.folder(of: "\(place)/\(content.name)"))
        let file = try FileReplacement(for: "\(place)/\(content.name)")
        files.append(file)
        try file.append(content.bytes)
        try file.seal()
      }
    } catch {
      discard()
      guard let file = error.file, file.hasPrefix(place) else { throw error }
      throw InputError(
        file: self.folder + file.dropFirst(place.count), message: error.message, remedy: error.remedy,
        isUsage: error.isUsage)
    }
  }

  deinit { discard() }

  /// Makes a folder and those that it is in, as far as they are missing.
  private func makeFolders(_ path: String) throws(InputError) {
    var missing: [String] = []
    var rest = path[...]
    while rest.count > 1, rest.last == "/" { rest = rest.dropLast() }
    while !rest.isEmpty, access(String(rest), F_OK) != 0 {
      missing.append(String(rest))
      guard let slash = rest.lastIndex(of: "/"), slash > rest.startIndex else { break }
      rest = rest[..<slash]
    }
    for folder in missing.reversed() {
      FileStep.next()
      guard StagedFiles.make(folder, { mkdir(folder, 0o777) }) == 0 else {
        throw InputError(
          file: folder, message: "cannot make the folder: \(SystemReason.text(errno))",
          remedy: SystemReason.remedy(errno))
      }
      made.append(folder)
    }
  }

  /// Puts everything in its place.
  package func finish() throws(InputError) {
    do throws(InputError) {
      try StagedFiles.putInPlace { () throws(InputError) in
        for file in files { try file.finish() }
        if let hidden {
          FileStep.next()
          guard rename(hidden, folder) == 0 else { throw InputError(writing: folder, errno) }
          JournalFile.syncFolder(of: folder)
        }
        isDone = true
        for folder in made { StagedFiles.remove(folder) }
      }
    } catch {
      discard()
      throw error
    }
  }

  /// Removes what was made, unless it is in its place.
  private func discard() {
    guard !isDone else { return }
    isDone = true
    for file in files { file.discard() }
    if let hidden { for name in Set(files.map(\.target)) where name.hasPrefix(hidden) { unlink(name) } }
    for folder in made.reversed() {
      rmdir(folder)
      StagedFiles.remove(folder)
    }
  }
}
