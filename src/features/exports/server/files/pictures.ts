import { ZipFile } from 'yazl'
import type { Db } from '#db/db.ts'
import type { StoredFiles } from '#server/storage/stored-files.ts'

/** Returns a zip of the pictures that the member has uploaded; null if there are none. */
export async function picturesFile(
  db: Db,
  files: StoredFiles,
  userId: string,
): Promise<AsyncIterable<Uint8Array> | null> {
  const avatar = await db
    .selectFrom('avatars')
    .where('user_id', '=', userId)
    .select(['bytes', 'stored_as', 'updated_at'])
    .executeTakeFirst()
  const bytes = avatar ? await files.read(avatar) : null
  if (!avatar || bytes === null) return null
  const zip = new ZipFile()
  // WebP is compressed already.
  zip.addBuffer(bytes, 'avatar.webp', { mtime: avatar.updated_at, compress: false })
  zip.end()
  return zip.outputStream as unknown as AsyncIterable<Uint8Array>
}
