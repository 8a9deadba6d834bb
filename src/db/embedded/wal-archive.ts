import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Account, giveTo, mayUse } from './account.ts'
import { EmbeddedPostgresError } from './errors.ts'

const WRITE_AND_ENTER = 3
/** A write is in the archive at most so much later, also when little is written. */
const LATEST_SECONDS = 300

/** For a shell that PostgreSQL calls: its own marks begin with a percent sign. */
const quoted = (path: string) => `'${path.replaceAll("'", `'\\''`).replaceAll('%', '%%')}'`

/**
 * Makes the folder of the write-ahead log in the archive, and returns the settings with which PostgreSQL copies each finished
 * file there. A file gets its name when it is whole and on disk; the same file again is a success, as after a crash.
 */
export async function archiveSettings(archive: string, account: Account): Promise<Record<string, string>> {
  const folder = join(archive, 'wal')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await giveTo(folder, account)
  if (!(await mayUse(folder, account, WRITE_AND_ENTER)))
    throw new EmbeddedPostgresError(
      `PostgreSQL runs as user id ${account.uid}, which may not reach ${folder}. Set WAL_ARCHIVE_DIR to a folder that every user may walk to.`,
    )
  const target = `${quoted(folder)}/%f`
  const copy = `cp %p ${target}.part && sync ${target}.part && mv ${target}.part ${target}`
  return {
    wal_level: 'replica',
    archive_mode: 'on',
    archive_timeout: String(LATEST_SECONDS),
    archive_command: `if [ -e ${target} ]; then cmp -s %p ${target}; else ${copy}; fi`,
  }
}

/** Returns the settings with which a copy of a cluster is brought to a moment; null means the end of the archive. */
export const recoverySettings = (archive: string, to: Date | null): Record<string, string> => ({
  restore_command: `cp ${quoted(join(archive, 'wal'))}/%f %p`,
  recovery_target_action: 'promote',
  ...(to && { recovery_target_time: to.toISOString().replace('T', ' ').replace('Z', '+00') }),
})
