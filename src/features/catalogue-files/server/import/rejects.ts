import { appendFile, mkdtemp, rm, stat, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

export interface Rejects {
  add: (rejected: { line: number; reason: string; row: unknown }) => void
  /** Writes the added rows and returns the length of the file. */
  flush: () => Promise<number>
  /** The path of the rejected rows; null when nothing could be written any more. */
  path: () => string | null
}

/**
 * Opens the file of rejected rows, a line of JSON for each with its line and the reason. Rows that an interrupted
 * import wrote after its last checkpoint are cut off (`keep` bytes stay), because the import repeats them. If `path` is
 * not writable, the file goes into a new temporary folder, so that no import fails because of its rejects.
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
        // The disk is full.
        file = null
      }
      waiting = ''
      return length
    },
    path: () => file,
  }
}

/** Returns the current length of the file; throws when it is not writable. */
async function begin(path: string, keep: number): Promise<number> {
  if (keep === 0) await rm(path, { force: true })
  // Creates the file and checks that it is writable.
  await appendFile(path, '')
  const { size } = await stat(path)
  if (size > keep) await truncate(path, keep)
  if (keep === 0) await rm(path)
  return Math.min(size, keep)
}
