import { createHash } from 'node:crypto'
import { changeProfile, type ProfileDeps } from '#features/accounts/server/profile/profile-record.service.ts'
import { limitConcurrency } from '#server/concurrency.ts'
import type { FetchRules } from '#server/guarded-get.ts'
import { encodeSquare } from '#server/images-encode.ts'
import { fetchPicture, isPublicAddress, typeOf } from '#server/images-fetch.ts'
import { MAX_ENCODINGS_AT_ONCE } from '#server/images-limits.ts'
import type { StoredFiles } from '#server/storage/stored-files.ts'
import type { UserId } from '#shared/ids.ts'
import { refuse } from '#shared/refusal.ts'
import { AVATAR_BYTES, AVATAR_SIDE, AVATAR_TYPES } from '../../profile-edit.rules.ts'
import { EDIT_TEXTS } from '../../profile-edit.texts.ts'
import { deleteAvatar, findProviderPicture, upsertAvatar } from './avatars.queries.ts'

export interface AvatarDeps extends ProfileDeps {
  files: StoredFiles
  /** Overridden by tests, whose hosts have local addresses. */
  mayConnect?: FetchRules['mayConnect'] | undefined
}

/** Limits simultaneous decodings, because each needs much memory. */
const limitDecodings = limitConcurrency(MAX_ENCODINGS_AT_ONCE)

/** Decodes an upload and encodes it again as a square, or returns why that is impossible (G43). */
async function encodeUpload(bytes: Uint8Array): Promise<Uint8Array | 'missing' | 'too-large'> {
  // The first bytes decide the type; the declared type is ignored.
  if (!AVATAR_TYPES.includes(typeOf(Buffer.from(bytes)) ?? '')) return 'missing'
  return limitDecodings(() => encodeSquare(bytes, AVATAR_SIDE))
}

/**
 * Sets the member's avatar (R-PROF-04). Refuses no_image; unsupported_image (415) for a damaged file or another format;
 * image_too_large (413) for too many pixels; and storage_unavailable (503) while the storage does not answer.
 */
export async function putAvatar(deps: AvatarDeps, userId: UserId, file: Uint8Array | null): Promise<string | null> {
  if (file === null) refuse('invalid', 'no_image', EDIT_TEXTS.noImage, { details: { file: EDIT_TEXTS.noImage } })
  const bytes = await encodeUpload(file)
  if (bytes === 'missing')
    return refuse('invalid', 'unsupported_image', EDIT_TEXTS.noImage, {
      status: 415,
      details: { file: EDIT_TEXTS.noImage },
    })
  if (bytes === 'too-large')
    return refuse('invalid', 'image_too_large', EDIT_TEXTS.imageTooManyPixels, {
      status: 413,
      details: { file: EDIT_TEXTS.imageTooManyPixels },
    })
  return storeAvatar(deps, userId, bytes)
}

/** `isFirst`: an avatar that the member has chosen stays. */
async function storeAvatar(
  deps: AvatarDeps,
  userId: UserId,
  bytes: Uint8Array,
  { isFirst }: { isFirst: boolean } = { isFirst: false },
): Promise<string | null> {
  const version = createHash('sha256').update(bytes).digest('hex').slice(0, 12)
  const file = await deps.files.keep('avatars', Buffer.from(bytes))
  const { avatar_url } = await changeProfile(deps, userId, async (locked, db) => {
    if (isFirst && locked.avatar_url !== null) return {}
    await upsertAvatar(db, { user_id: userId, ...file, version, updated_at: deps.clock() })
    return { avatar_url: avatarAddress(userId, version) }
  })
  return avatar_url
}

/** Removes the avatar; pages then show the initial. */
export async function removeAvatar(deps: AvatarDeps, userId: UserId): Promise<void> {
  await changeProfile(deps, userId, async ({ avatar_url }, db) => {
    await deleteAvatar(db, userId)
    return avatar_url === null ? {} : { avatar_url: null }
  })
}

/** Returns the URL of an avatar. It contains the version, so browsers may cache it forever (G43). */
export const avatarAddress = (userId: string, version: string) => `/avatars/${userId}/avatar.webp?v=${version}`

/**
 * Imports the provider's picture of a new member as avatar (G11), through the same encoding. The URL is untrusted, so
 * only public hosts are contacted. Throws when the job should be retried.
 */
export async function importProviderPicture(deps: AvatarDeps, userId: UserId): Promise<void> {
  const address = await findProviderPicture(deps.db, userId)
  if (address === null || !URL.canParse(address)) return
  const url = new URL(address)
  if (!/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return
  const rules = { origins: [url.origin], mayConnect: deps.mayConnect ?? isPublicAddress }
  const answer = await fetchPicture(url, rules)
  if (answer === 'unreachable') throw new Error(`The picture at ${url.host} did not come`)
  if (typeof answer === 'string' || answer.bytes.length > AVATAR_BYTES) return
  const bytes = await encodeUpload(answer.bytes)
  if (typeof bytes === 'string') return
  await storeAvatar(deps, userId, bytes, { isFirst: true })
}
