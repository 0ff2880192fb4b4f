import Foundation
import FuzzReaders
import Synchronization

/// A command with the valid files that it is given damaged.
struct FuzzedCommand: Decodable {
  let name: String
  let seeds: [String]
  /// Of the file's name; `days` for a folder of measured days in one file.
  let ending: String
  /// `F` stands for the damaged file, `O` for a file to write.
  let arguments: [String]

  static func table(_ path: String) throws -> [FuzzedCommand] {
    try JSONDecoder().decode([FuzzedCommand].self, from: Data(contentsOf: URL(fileURLWithPath: path)))
  }

  private static let files = Mutex<[String: [UInt8]]>([:])

  func damaged(_ number: UInt64) -> [UInt8] {
    let inputs = seeds.map { path in
      Self.files.withLock { files in
        if let bytes = files[path] { return bytes }
        let bytes = FileManager.default.contents(atPath: path).map { Array($0) } ?? []
        files[path] = bytes
        return bytes
      }
    }
    var mutation = Mutation(seed: number)
    let input = inputs[Int.random(in: inputs.indices, using: &mutation)]
    return mutation.damaged(input, with: inputs[Int.random(in: inputs.indices, using: &mutation)])
  }

  func write(_ bytes: [UInt8], to path: String) throws {
    if ending == "days" {
      try? FileManager.default.removeItem(atPath: path)
      try MeasuredFolder.unfold(bytes, into: path)
    } else {
      let file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
      defer { close(file) }
      _ = bytes.withUnsafeBytes { Foundation.write(file, $0.baseAddress, $0.count) }
    }
  }
}
