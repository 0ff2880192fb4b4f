#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Says in plain words why a file operation failed, the same on every system and in every language.
enum SystemReason {
  static func text(_ code: CInt) -> String {
    switch code {
    case ENOENT: "there is no such file or folder"
    case EACCES, EPERM: "permission denied"
    case EISDIR: "it is a folder"
    case ENOTDIR: "a part of the path is not a folder"
    case ENOSPC, EDQUOT: "no space is left on the disk"
    case EROFS: "the disk is read-only"
    case EFBIG: "the file would be too large"
    case ENAMETOOLONG: "the name is too long"
    case ELOOP: "its links go round in a circle"
    case EMFILE, ENFILE: "too many files are open"
    case EBADF: "it is closed"
    case EIO: "the disk reports an error"
    case EPIPE: "its reader has closed it"
    default: "system error \(code)"
    }
  }

  static func remedy(_ code: CInt) -> String {
    switch code {
    case ENOENT, ENOTDIR: "check the path"
    case EACCES, EPERM, EROFS: "choose a place where you may write, or change the permissions"
    case EISDIR: "name a file in it"
    case ENOSPC, EDQUOT, EFBIG: "free some space or choose another disk"
    default: "try another place"
    }
  }
}
