import { promisify } from 'node:util'
import { brotliDecompress, gzip } from 'node:zlib'
import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { DAY_MS } from '#shared/durations.ts'
import type { Clock } from './clock.ts'
import type { Job } from './jobs.ts'
import { SERVER_JOBS } from './server.texts.ts'
import { readStaticFile, type StaticFile } from './static-files.ts'

const unpack = promisify(brotliDecompress)
const pack = promisify(gzip)

/** A page that was opened before an update may load a part of its version for so long after the last node of that version. */
const KEPT_DAYS = 14
/** The names have a hash of the content, so two versions never mean two files by one address. */
export const isShareable = (path: string): boolean => path.startsWith('/assets/')

/**
 * The files of browsers that nodes share through the database. While two versions run, a page of one node asks any node for
 * its files, and each node has those of its own version only.
 */
export interface BrowserFiles {
  /** Stores the files of this version that nobody has stored, and says that they are in use. */
  share: () => Promise<void>
  /** Returns a file of another version; undefined if no node has had it. */
  find: (path: string) => Promise<StaticFile | undefined>
  /** Says daily that the files of this version are in use, and deletes those of versions without nodes. */
  job: Job
}

export function createBrowserFiles(deps: {
  db: Db
  clock: Clock
  files: ReadonlyMap<string, StaticFile>
}): BrowserFiles {
  const { db, clock } = deps
  const own = [...deps.files].filter(([path]) => isShareable(path))
  const found = new Map<string, StaticFile>()

  async function share(): Promise<void> {
    const known = await sql<{ path: string }>`
      update browser_files set used_at = ${clock()} where path = any(${own.map(([path]) => path)}::text[]) returning path
    `.execute(db)
    const paths = new Set(known.rows.map(({ path }) => path))
    for (const [path, { type, identity, brotli }] of own) {
      if (paths.has(path)) continue
      await sql`
        insert into browser_files (path, type, is_packed, content, used_at)
        values (${path}, ${type}, ${brotli !== null}, ${brotli ?? identity}, ${clock()})
        on conflict (path) do update set used_at = excluded.used_at`.execute(db)
    }
  }

  return {
    share,
    async find(path) {
      const known = found.get(path)
      if (known) return known
      const { rows } = await sql<{ type: string; is_packed: boolean; content: Buffer }>`
        select type, is_packed, content from browser_files where path = ${path}`.execute(db)
      const [row] = rows
      if (!row) return undefined
      const identity = row.is_packed ? await unpack(row.content) : row.content
      const packed = row.is_packed ? { brotli: row.content, gzip: await pack(identity) } : { brotli: null, gzip: null }
      const file = readStaticFile({ path, type: row.type, identity, ...packed })
      found.set(path, file)
      return file
    },
    job: {
      name: 'prune-browser-files',
      about: SERVER_JOBS.browserFiles,
      schedule: '37 4 * * *',
      deletes: { browser_files: `${KEPT_DAYS} days after the last node of its version` },
      async run() {
        await share()
        await sql`delete from browser_files where used_at < ${new Date(clock().getTime() - KEPT_DAYS * DAY_MS)}`.execute(
          db,
        )
      },
    },
  }
}
