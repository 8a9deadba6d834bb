import { createHash } from 'node:crypto'
import { changeProfile, type ProfileDeps } from '#features/accounts/server/profile/profile-record.service.ts'
import { limitConcurrency } from '#server/concurrency.ts'
import { encodeSquare } from '#server/images-encode.ts'
import { type FetchRules, fetchPicture, isPublicAddress, typeOf } from '#server/images-fetch.ts'
import { MOST_ENCODINGS_AT_ONCE } from '#server/images-limits.ts'
import type { UserId } from '#shared/ids.ts'
import { refuse } from '#shared/refusal.ts'
import { AVATAR_BYTES, AVATAR_SIDE, AVATAR_TYPES, EDIT_TEXTS } from '../../profile-edit.rules.ts'
import { deleteAvatar, findProviderPicture, upsertAvatar } from './avatars.queries.ts'

export interface AvatarDeps extends ProfileDeps {
  /** Tests have their hosts on the machine itself. */
  mayConnect?: FetchRules['mayConnect'] | undefined
}

/** Each unpacks a picture, so that many at once would fill the memory. */
const takeCore = limitConcurrency(MOST_ENCODINGS_AT_ONCE)

/** What an upload becomes: bytes that were drawn anew, or why not (G43). */
async function drawn(bytes: Uint8Array): Promise<Uint8Array | 'missing' | 'too-large'> {
  // By its first bytes, whatever the browser calls it.
  if (!AVATAR_TYPES.includes(typeOf(Buffer.from(bytes)) ?? '')) return 'missing'
  return takeCore(() => encodeSquare(bytes, AVATAR_SIDE))
}

/**
 * Sets the own picture (R-PROF-04). Refuses no_image, unsupported_image (415) for what is no picture of a known kind or is
 * damaged, and image_too_large (413) for one of too many pixels.
 */
export async function putAvatar(deps: AvatarDeps, userId: UserId, file: Uint8Array | null): Promise<string | null> {
  if (file === null) refuse('invalid', 'no_image', EDIT_TEXTS.noImage, { details: { file: EDIT_TEXTS.noImage } })
  const bytes = await drawn(file)
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
  return keep(deps, userId, bytes)
}

async function keep(deps: AvatarDeps, userId: UserId, bytes: Uint8Array): Promise<string | null> {
  const version = createHash('sha256').update(bytes).digest('hex').slice(0, 12)
  const { avatar_url } = await changeProfile(deps, userId, async (_, db) => {
    await upsertAvatar(db, { user_id: userId, bytes: Buffer.from(bytes), version, updated_at: deps.clock() })
    return { avatar_url: avatarAddress(userId, version) }
  })
  return avatar_url
}

/** The initial takes its place. */
export async function removeAvatar(deps: AvatarDeps, userId: UserId): Promise<void> {
  await changeProfile(deps, userId, async ({ avatar_url }, db) => {
    await deleteAvatar(db, userId)
    return avatar_url === null ? {} : { avatar_url: null }
  })
}

/** Names the content, so that it may be kept for ever (G43). */
export const avatarAddress = (userId: string, version: string) => `/avatars/${userId}/avatar.webp?v=${version}`

/**
 * Takes over the picture that the provider has of a new member (G11), through the same pipeline. The address comes from
 * outside, so only public hosts are asked. Throws when that should be tried again.
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
  const bytes = await drawn(answer.bytes)
  if (typeof bytes === 'string') return
  // It may have been chosen here meanwhile.
  if ((await findProviderPicture(deps.db, userId)) !== null) await keep(deps, userId, bytes)
}
