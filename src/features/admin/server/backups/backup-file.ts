import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import type { Addresses } from '#server/feature.ts'
import { BACKUP_FILE_PATH } from '../../admin-backups.endpoints.ts'
import { type AdminBackupsDeps, findOpened } from './admin-backups.service.ts'

/** Serves a backup to the admin who has just proved to be one. Others find nothing at the address. */
export function backupAddresses(deps: AdminBackupsDeps): Addresses {
  return (app, contextOf) => {
    app.get(BACKUP_FILE_PATH, async (c) => {
      const viewer = (await contextOf(c)).session?.viewer
      const { until = '', signature = '' } = c.req.query()
      const name = c.req.param('name') ?? ''
      const found = viewer?.role === 'admin' ? await findOpened(deps, viewer, { name, until, signature }) : null
      if (found === null) return c.text('Not found', 404, { 'cache-control': 'no-store' })
      return c.body(Readable.toWeb(createReadStream(found.path)) as ReadableStream, 200, {
        'content-type': 'application/octet-stream',
        'content-length': String(found.bytes),
        'content-disposition': `attachment; filename="${name}"`,
        'cache-control': 'private, no-store',
        'x-content-type-options': 'nosniff',
      })
    })
  }
}
