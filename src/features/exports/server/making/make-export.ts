import { randomUUID } from 'node:crypto'
import type { Db } from '#db/db.ts'
import { inSnapshot, inTransaction } from '#db/transaction.ts'
import { countOwnRows, readOwnData } from '#server/own-data.ts'
import { type ExportHead, ownDataFile } from '#server/own-data-file.ts'
import type { ExportId, UserId } from '#shared/ids.ts'
import { EXPORT_FILES, type ExportFile, exportExpiry } from '../../exports.rules.ts'
import * as queries from '../exports.queries.ts'
import { announceExports, type ExportsDeps } from '../exports.service.ts'
import { picturesFile } from '../files/pictures.ts'
import { TABLES } from '../files/tables.ts'

/** The size of a stored part: a server holds one part of a file at a time. */
const PART_BYTES = 512 * 1024

/** The export was cancelled, or another attempt has taken over. */
class Stopped extends Error {}

interface Attempt {
  id: ExportId
  attempt: string
  userId: UserId
  head: ExportHead
  /** Rows that are in the JSON file by now. */
  rows: number
}

/**
 * Makes the files of an export from one snapshot of the database. A snapshot does not survive a restart, so each attempt
 * begins from the start and deletes what an earlier one has written. Ends without an error when the export is cancelled.
 */
export async function makeExport(deps: ExportsDeps, id: ExportId): Promise<void> {
  const attempt = randomUUID()
  const begun = await inTransaction(deps, ({ db }) => queries.beginAttempt(db, id, attempt))
  if (!begun) return
  const { user_id: userId, username, email } = begun
  const head = { exportedAt: deps.clock(), member: { id: userId, username, email } }
  const making: Attempt = { id, attempt, userId, head, rows: 0 }
  try {
    await inSnapshot(deps.db, (snapshot) => writeFiles(deps, snapshot, making))
    const at = deps.clock()
    const replace = (db: Db) => (begun.is_weekly ? Promise.resolve() : queries.deleteReplaced(db, userId, id))
    const expires_at = begun.is_weekly ? null : exportExpiry(at)
    await write(deps, making, replace, { state: 'done', finished_at: at, expires_at })
  } catch (error) {
    if (error instanceof Stopped) return
    const at = deps.clock()
    // If the database is away, the export stays, and a later job makes it.
    await update(deps, making, { state: 'failed', finished_at: at, expires_at: exportExpiry(at) }).catch(() => {})
    throw error
  }
}

async function writeFiles(deps: ExportsDeps, snapshot: Db, making: Attempt): Promise<void> {
  await update(deps, making, { rows_total: await countOwnRows(snapshot, deps, making.userId) })
  for (const file of EXPORT_FILES) {
    const content = await contentOf(deps, snapshot, making, file)
    if (content) await storeFile(deps, making, file, content)
  }
}

/** Returns the content of a file piece by piece; null for a file that this member does not have. */
async function contentOf(
  deps: ExportsDeps,
  snapshot: Db,
  making: Attempt,
  file: ExportFile,
): Promise<AsyncIterable<string | Uint8Array> | null> {
  const { userId, head } = making
  if (file === 'pictures') return picturesFile(snapshot, deps.files, userId)
  if (file !== 'json') return TABLES[file](snapshot, userId)
  return ownDataFile(head, readOwnData(snapshot, deps, userId), (count) => {
    making.rows += count
  })
}

async function storeFile(
  deps: ExportsDeps,
  making: Attempt,
  file: ExportFile,
  content: AsyncIterable<string | Uint8Array>,
): Promise<void> {
  let n = 0
  for await (const bytes of inParts(content)) {
    const part = { n, size: bytes.length, ...(await deps.files.keep('exports', bytes)) }
    await write(deps, making, async (db) => {
      if (n === 0) await queries.insertFile(db, making.id, file)
      await queries.insertPart(db, making.id, file, part)
    })
    n += 1
  }
}

/** Joins pieces to parts of about the same size. */
async function* inParts(content: AsyncIterable<string | Uint8Array>): AsyncGenerator<Buffer> {
  let pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of content) {
    const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece
    pieces.push(bytes)
    size += bytes.length
    if (size < PART_BYTES) continue
    yield Buffer.concat(pieces)
    pieces = []
    size = 0
  }
  if (size > 0) yield Buffer.concat(pieces)
}

const update = (deps: ExportsDeps, making: Attempt, progress: queries.Progress): Promise<void> =>
  write(deps, making, async () => {}, progress)

/** Writes for this attempt and announces its progress, in one transaction. Throws `Stopped` if it must not go on. */
function write(
  deps: ExportsDeps,
  { id, attempt, userId, rows }: Attempt,
  work: (db: Db) => Promise<void>,
  progress: queries.Progress = {},
): Promise<void> {
  return inTransaction(deps, async (inside) => {
    if (!(await queries.updateAttempt(inside.db, id, attempt, { rows_done: rows, ...progress }))) throw new Stopped()
    await work(inside.db)
    await announceExports(inside, userId)
  })
}
