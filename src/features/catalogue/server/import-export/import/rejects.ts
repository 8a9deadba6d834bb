import { appendFile, mkdtemp, rm, stat, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

export interface Rejects {
  add: (rejected: { line: number; reason: string; row: unknown }) => void
  /** Writes what was added; answers how long the file is then. */
  flush: () => Promise<number>
  /** Where they lie; null once nothing could be written any more. */
  path: () => string | null
}

/**
 * The rows that could not be imported, a line of JSON for each with its line and the reason. What an interrupted import
 * wrote after its last checkpoint is cut off (`keep` bytes stay), because those rows come again. Where nothing can be written
 * at `path` they lie in a folder of their own under the system's temporary one: no import is lost for its rejects.
 */
export async function openRejects(path: string, keep: number): Promise<Rejects> {
  let file: string | null = path
  let size = await begin(path, keep).catch(() => null)
  if (size === null) {
    file = await mkdtemp(join(tmpdir(), 'savepoint-rejects-')).then(
      (folder) => join(folder, basename(path)),
      () => null,
    )
    size = 0
  }
  let length = size
  let waiting = ''

  return {
    add(rejected) {
      waiting += `${JSON.stringify(rejected)}\n`
    },
    async flush() {
      if (waiting === '' || file === null) return length
      try {
        await appendFile(file, waiting)
        length += Buffer.byteLength(waiting)
      } catch {
        // A full disk.
        file = null
      }
      waiting = ''
      return length
    },
    path: () => file,
  }
}

/** How long the file is now; throws where it cannot be written. */
async function begin(path: string, keep: number): Promise<number> {
  if (keep === 0) await rm(path, { force: true })
  // Says whether it may be written, and makes it.
  await appendFile(path, '')
  const { size } = await stat(path)
  if (size > keep) await truncate(path, keep)
  if (keep === 0) await rm(path)
  return Math.min(size, keep)
}
