/** Why the embedded PostgreSQL cannot run. The message is for the operator and says what to do. */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError'
}

/** Another process, an app, uses the data folder. */
export class DataFolderInUse extends EmbeddedPostgresError {}

/** Returns the system's error code (`ENOSPC`), when the thrown value has one. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

/**
 * Converts the error of a failed file operation into one with a message for the operator. Returns any other error
 * unchanged, because it is a bug.
 */
export function explainFileError(error: unknown, dataDir: string): unknown {
  const path = error instanceof Error && 'path' in error ? String(error.path) : dataDir
  switch (codeOf(error)) {
    case 'ENOSPC':
    case 'EDQUOT':
      return diskFull(dataDir)
    case 'EROFS':
      return new EmbeddedPostgresError(
        `${path} cannot be written to: its file system is read-only. Set DATA_DIR to a folder that Savepoint may write to.`,
      )
    case 'EACCES':
    case 'EPERM':
      return new EmbeddedPostgresError(
        `Savepoint may not read and write ${path} (permission denied). Give the folder ${dataDir} to the user who starts Savepoint, or set DATA_DIR to another folder.`,
      )
    case 'ENOTDIR':
    case 'EEXIST':
      return new EmbeddedPostgresError(
        `DATA_DIR names ${dataDir}, which is not a folder. Set DATA_DIR to a folder that Savepoint may write to.`,
      )
    default:
      return error
  }
}

/**
 * Builds the error for a failed `initdb` or `postgres` from the last lines of its output (its messages are always in
 * English).
 */
export function explainOutput(what: string, lines: readonly string[], dataDir: string): EmbeddedPostgresError {
  if (tellFullDisk(lines)) return diskFull(dataDir)
  const cause = lines.findLast((line) => /FATAL:|PANIC:|\berror\b/i.test(line)) ?? lines.at(-1) ?? 'no output'
  return new EmbeddedPostgresError(`${what}: ${cause.trim()}`)
}

/** Returns why a server ended by itself, from the last lines of its output, as a phrase for the operator. */
export function reasonOfExit(code: number | null, lines: readonly string[], dataDir: string): string {
  const fatal = lines.filter((line) => /FATAL:|PANIC:/.test(line))
  return tellFullDisk(fatal)
    ? `the disk that holds the data folder ${dataDir} is full; free some space`
    : `exit code ${code}, ${lines.at(-1) ?? 'without a word'}`
}

const tellFullDisk = (lines: readonly string[]) =>
  lines.some((line) => /No space left on device|Disk quota exceeded|Check free disk space/.test(line))

function diskFull(dataDir: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `The disk that holds the data folder ${dataDir} is full. Free some space, then start Savepoint again.`,
  )
}
