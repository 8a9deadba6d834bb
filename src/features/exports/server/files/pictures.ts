import { ZipFile } from 'yazl'
import type { Db } from '#db/db.ts'

/** Returns a zip of the pictures that the member has uploaded; null if there are none. */
export async function picturesFile(db: Db, userId: string): Promise<AsyncIterable<Uint8Array> | null> {
  const avatar = await db
    .selectFrom('avatars')
    .where('user_id', '=', userId)
    .select(['bytes', 'updated_at'])
    .executeTakeFirst()
  if (!avatar) return null
  const zip = new ZipFile()
  // WebP is compressed already.
  zip.addBuffer(avatar.bytes, 'avatar.webp', { mtime: avatar.updated_at, compress: false })
  zip.end()
  return zip.outputStream as unknown as AsyncIterable<Uint8Array>
}
