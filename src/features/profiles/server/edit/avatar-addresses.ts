import type { Db } from '#db/db.ts'
import type { App } from '#server/http.ts'
import type { StoredFiles } from '#server/storage/stored-files.ts'
import { UserId } from '#shared/ids.ts'
import { findAvatar } from './avatars.queries.ts'
import { avatarAddress } from './avatars.service.ts'

const FOR_EVER = 'public, max-age=31536000, immutable'

/** Serves members' avatars. The URL contains the version of the image; an outdated URL redirects to the newest. */
export function avatarAddresses({ db, files }: { db: Db; files: StoredFiles }): (app: App) => void {
  return (app) => {
    app.get('/avatars/:userId/avatar.webp', async (c) => {
      const id = UserId.safeParse(c.req.param('userId'))
      const avatar = id.success ? await findAvatar(db, id.data) : undefined
      if (!id.success || !avatar) return c.text('Not found', 404, { 'cache-control': 'no-store' })
      if (c.req.query('v') !== avatar.version) return c.redirect(avatarAddress(id.data, avatar.version), 302)
      const bytes = await files.read(avatar)
      if (bytes === null) return c.text('Not found', 404, { 'cache-control': 'no-store' })
      return c.body(new Uint8Array(bytes), 200, {
        'content-type': 'image/webp',
        'cache-control': FOR_EVER,
        'content-length': String(bytes.length),
      })
    })
  }
}
