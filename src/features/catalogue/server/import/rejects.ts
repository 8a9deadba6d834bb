import { appendFile, rm, truncate } from 'node:fs/promises'

export interface Rejects {
  add: (rejected: { line: number; reason: string; row: unknown }) => void
  /** Writes what was added; answers how long the file is then. */
  flush: () => Promise<number>
}

/**
 * The rows that could not be imported, a line of JSON for each with its line and the reason. What an interrupted import
 * wrote after its last checkpoint is cut off (`keep` bytes stay), because those rows come again.
 */
export async function openRejects(path: string, keep: number): Promise<Rejects> {
  let size = keep
  let waiting = ''
  if (keep === 0) await rm(path, { force: true })
  else await truncate(path, keep)

  return {
    add(rejected) {
      waiting += `${JSON.stringify(rejected)}\n`
    },
    async flush() {
      if (waiting === '') return size
      await appendFile(path, waiting)
      size += Buffer.byteLength(waiting)
      waiting = ''
      return size
    },
  }
}
