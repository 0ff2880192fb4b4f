/// What rows of a table have to say, each note once with the names of the rows that have it.
enum RowNotes {
  /// - Parameter most: where more rows than this say the same, all but `most - 1` are counted.
  static func lines(_ rows: [(name: String, notes: [String])], most: Int = .max) -> [String] {
    var notes: [(text: String, names: [String])] = []
    for row in rows {
      for note in row.notes {
        if let known = notes.firstIndex(where: { $0.text == note }) {
          notes[known].names.append(row.name)
        } else {
          notes.append((note, [row.name]))
        }
      }
    }
    return notes.map { note in
      let shown = note.names.count > most ? Array(note.names.prefix(most - 1)) : note.names
      let rest = note.names.count - shown.count
      return "\(shown.joined(separator: ", "))\(rest > 0 ? " and \(rest) more" : ""): \(note.text)"
    }
  }
}
