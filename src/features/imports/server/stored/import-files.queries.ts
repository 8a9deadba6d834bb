import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { freeBuffers } from '#server/heap.ts'
import type { ImportId } from '#shared/ids.ts'

/** The driver holds a parameter several times, and receives bytes as text of twice the length: a file comes in pieces. */
const PIECE_BYTES = 1024 * 1024
/** After so many pieces the memory of their copies is freed. */
const PIECES_TO_FREE = 8

export async function insertFile(db: Db, id: ImportId, bytes: Uint8Array): Promise<void> {
  for (let n = 0; n * PIECE_BYTES < bytes.length; n += 1) {
    const piece = bytes.subarray(n * PIECE_BYTES, (n + 1) * PIECE_BYTES)
    await db
      .insertInto('import_files')
      .values({ import_id: id, n, bytes: Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength) })
      .execute()
    if ((n + 1) % PIECES_TO_FREE === 0) freeBuffers()
  }
}

/** Reads the file of an import, into memory of its own, of its size and not more. Undefined when it is no longer there. */
export async function findFile(db: Db, id: ImportId): Promise<Buffer | undefined> {
  const { rows } = await sql<{ n: number; size: number }>`
    select n, octet_length(bytes) as size from import_files where import_id = ${id} order by n`.execute(db)
  if (rows.length === 0) return undefined
  const file = Buffer.allocUnsafeSlow(rows.reduce((sum, { size }) => sum + size, 0))
  let end = 0
  let pieces = 0
  // A file of an earlier version of the app is one piece.
  for (const { n, size } of rows)
    for (let at = 0; at < size; at += PIECE_BYTES) {
      const piece = await sql<{ bytes: Buffer }>`
        select substring(bytes from ${at + 1}::integer for ${PIECE_BYTES}::integer) as bytes
        from import_files where import_id = ${id} and n = ${n}`.execute(db)
      // Discarded meanwhile.
      if (!piece.rows[0]) return undefined
      end += piece.rows[0].bytes.copy(file, end)
      pieces += 1
      if (pieces % PIECES_TO_FREE === 0) freeBuffers()
    }
  return file
}

export async function deleteFile(db: Db, id: ImportId): Promise<void> {
  await db.deleteFrom('import_files').where('import_id', '=', id).execute()
}
