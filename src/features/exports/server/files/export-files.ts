import { Readable } from 'node:stream'
import type { Addresses } from '#server/feature.ts'
import { ExportId } from '#shared/ids.ts'
import { EXPORT_SCHEMA_PATH } from '../../exports.endpoints.ts'
import { EXPORT_FILES, type ExportFile, MEDIA_TYPES } from '../../exports.rules.ts'
import { findExport, findPart, listFiles } from '../exports.queries.ts'
import { downloadName, type ExportsDeps } from '../exports.service.ts'
import { exportedDataSchema } from './json-schema.ts'

/**
 * Serves the JSON Schema of the export, and the files of an export to its owner, until it expires. Others find nothing at the address. A download reads one
 * part at a time, so any node can serve it with little memory.
 */
export function exportAddresses(deps: ExportsDeps): Addresses {
  return (app, contextOf) => {
    app.get(EXPORT_SCHEMA_PATH, (c) => c.json(exportedDataSchema()))
    app.get('/api/exports/:exportId/files/:file', async (c) => {
      const { session } = await contextOf(c)
      const id = ExportId.safeParse(c.req.param('exportId'))
      const found = session && id.success && (await findFile(deps, session.viewer.id, id.data, c.req.param('file')))
      if (!session || !found) return c.text('Not found', 404, { 'cache-control': 'no-store' })
      const { row, file, bytes } = found
      return c.body(Readable.toWeb(Readable.from(partsOf(deps, row.id, file))) as ReadableStream, 200, {
        'content-type': MEDIA_TYPES[file],
        'content-length': String(bytes),
        'content-disposition': `attachment; filename="${downloadName(deps, session.viewer, row, file)}"`,
        'cache-control': 'private, no-store',
        'x-content-type-options': 'nosniff',
      })
    })
  }
}

async function findFile(
  { db, clock }: ExportsDeps,
  userId: Parameters<typeof findExport>[1],
  id: ExportId,
  name: string,
) {
  const file = EXPORT_FILES.find((known) => known === name)
  const row = file && (await findExport(db, userId, id, clock()))
  if (!file || row?.state !== 'done') return null
  const found = (await listFiles(db, [id])).find((each) => each.file === file)
  return found ? { row, file, bytes: found.bytes } : null
}

/** Reads a file part by part. */
async function* partsOf({ db, files }: ExportsDeps, id: ExportId, file: ExportFile): AsyncGenerator<Uint8Array> {
  for (let n = 0; ; n += 1) {
    const part = await findPart(db, id, file, n)
    if (!part) return
    const bytes = await files.read(part)
    // A file that lacks a part must not look whole: the download breaks off.
    if (bytes === null) throw new Error(`The storage has lost part ${n} of the export ${id}`)
    yield bytes
  }
}
