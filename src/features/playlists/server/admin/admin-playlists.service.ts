import type { Db } from '#db/db.ts'
import { databaseFailureOf } from '#db/failures.ts'
import { inTransaction, isDeadlock } from '#db/transaction.ts'
import { withAuditLog } from '#features/admin/server/admin.service.ts'
import { ensureGames, lockGames } from '#features/catalogue/server/catalogue.service.ts'
import { announce } from '#server/changes.ts'
import { isWordOfAddress } from '#server/reserved-words.ts'
import type { Viewer } from '#server/routes.ts'
import { tag } from '#server/tags.ts'
import { counted } from '#shared/counted.ts'
import { DAY_MS } from '#shared/durations.ts'
import type { GameId, PlaylistId } from '#shared/ids.ts'
import { refuse } from '#shared/refusal.ts'
import { freeSlug, RESTORABLE_DAYS, slugOf } from '../../playlists.rules.ts'
import type { PlaylistDraft } from '../../playlists.schemas.ts'
import { PLAYLIST_TEXTS } from '../../playlists.texts.ts'
import { type PlaylistsDeps, refuseMissing, requirePlaylist } from '../playlists.service.ts'
import * as queries from './admin-playlists.queries.ts'
import * as slugs from './slugs.queries.ts'

const auditEntry = (admin: Viewer, action: string, id: PlaylistId, data: { title: string; count?: number }) =>
  ({ adminId: admin.id, action, item: ['playlist', id], data }) as const

/**
 * Creates a playlist with its games, all or nothing (R-PLDATA-05..09). Refuses unknown games with 409 and their ids
 * (R-PLDATA-14).
 */
export async function createPlaylist(deps: PlaylistsDeps, admin: Viewer, draft: PlaylistDraft) {
  const { games, ...fields } = draft
  await requireGames(deps, games)
  const id = await inTransaction(deps, async (inside) => {
    const { db, clock } = inside
    const at = clock()
    const id = await queries.makeId(db)
    await withAuditLog(inside, auditEntry(admin, 'create_playlist', id, { title: fields.title }), async () => {
      const slug = await claimSlug(inside, id, fields.title, at)
      await queries.insertPlaylist(db, id, { ...fields, slug, gamesCount: games.length }, { by: admin.id, at })
      await associateGames(inside, id, games, at)
      await announceChange(db, id, { isPublic: fields.isPublished, hasOtherGames: games.length > 0 })
    })
    return id
  })
  return requirePlaylist(deps, admin, id)
}

/**
 * Replaces the fields and games of a playlist, all or nothing. The slug of a published playlist stays; that of a draft
 * follows the title (C08). Refuses with 409 if the playlist has another version than `updatedAt` (G59).
 */
export async function changePlaylist(
  deps: PlaylistsDeps,
  admin: Viewer,
  id: PlaylistId,
  { updatedAt: seen, games, ...fields }: PlaylistDraft & { updatedAt?: string | undefined },
) {
  await requireGames(deps, games)
  await withAuditLog(deps, auditEntry(admin, 'change_playlist', id, { title: fields.title }), async (inside) => {
    const { db, clock } = inside
    const before = (await queries.lockPlaylist(db, id)) ?? refuseMissing()
    if (seen !== undefined && new Date(seen).getTime() !== before.updated_at.getTime())
      refuse('conflict', 'changed_by_somebody', PLAYLIST_TEXTS.changed)
    const at = clock()
    const slug = await slugAfterEdit(inside, before, fields.title, at)
    await queries.updatePlaylist(db, id, { ...fields, slug, gamesCount: games.length }, at)
    const hasOtherGames = await associateGames(inside, id, games, at)
    await announceChange(db, id, { isPublic: before.is_published || fields.isPublished, hasOtherGames })
  })
  return requirePlaylist(deps, admin, id)
}

/** Publishes a playlist, or makes it a draft again. */
export async function publishPlaylist(deps: PlaylistsDeps, admin: Viewer, id: PlaylistId, isPublished: boolean) {
  await inTransaction(deps, async (inside) => {
    const before = (await queries.lockPlaylist(inside.db, id)) ?? refuseMissing()
    if (before.is_published === isPublished) return
    const action = isPublished ? 'publish_playlist' : 'unpublish_playlist'
    await withAuditLog(inside, auditEntry(admin, action, id, { title: before.title }), async ({ db, clock }) => {
      await queries.setPublished(db, id, isPublished, clock())
      await announceChange(db, id, { isPublic: true, hasOtherGames: false })
    })
  })
  return requirePlaylist(deps, admin, id)
}

/** Deletes a playlist. It can be restored for `RESTORABLE_DAYS`, and its slugs stay its own until then. */
export async function deletePlaylist(deps: PlaylistsDeps, admin: Viewer, id: PlaylistId): Promise<void> {
  await inTransaction(deps, async (inside) => {
    const before = (await queries.lockPlaylist(inside.db, id)) ?? refuseMissing()
    await withAuditLog(
      inside,
      auditEntry(admin, 'delete_playlist', id, { title: before.title }),
      async ({ db, clock }) => {
        await queries.markDeleted(db, id, clock())
        await announceChange(db, id, { isPublic: before.is_published, hasOtherGames: false })
      },
    )
  })
}

/** Restores a deleted playlist exactly as it was. Refuses with 404 after `RESTORABLE_DAYS`. */
export async function restorePlaylist(deps: PlaylistsDeps, admin: Viewer, id: PlaylistId) {
  await inTransaction(deps, async (inside) => {
    const restored = await queries.restoreDeleted(inside.db, id, restorableSince(deps))
    if (!restored) return refuseMissing()
    await withAuditLog(inside, auditEntry(admin, 'restore_playlist', id, { title: restored.title }), ({ db }) =>
      announceChange(db, id, { isPublic: restored.is_published, hasOtherGames: false }),
    )
  })
  return requirePlaylist(deps, admin, id)
}

/** Sets the order of these playlists, from first to last. Refuses with 404 if one does not exist; then none moves. */
export async function orderPlaylists(deps: PlaylistsDeps, admin: Viewer, given: readonly PlaylistId[]): Promise<void> {
  const ids = [...new Set(given)]
  const [first] = ids as [PlaylistId]
  const entry = auditEntry(admin, 'order_playlists', first, { title: countText(ids.length), count: ids.length })
  await withAuditLog(deps, entry, async ({ db }) => {
    if ((await queries.lockPlaylists(db, ids)).length < ids.length) refuseMissing()
    const moved = await queries.updateOrder(db, ids)
    await announce(db, [tag.playlists, ...moved.map(tag.playlist)])
  })
}

const countText = (count: number) => counted(count, 'playlist')

/**
 * Invalidates everything cached about playlists, on every node (R-PLDATA-17). Writes invalidate their own changes
 * anyway.
 */
export const invalidateCache = ({ db }: Pick<PlaylistsDeps, 'db'>): Promise<void> => announce(db, [tag.allPlaylists])

/** Deletes the playlists that can no longer be restored. */
export const prunePlaylists = (deps: Pick<PlaylistsDeps, 'db' | 'clock'>): Promise<void> =>
  queries.deleteMarkedBefore(deps.db, restorableSince(deps))

const restorableSince = ({ clock }: Pick<PlaylistsDeps, 'clock'>) =>
  new Date(clock().getTime() - RESTORABLE_DAYS * DAY_MS)

const refuseMissingGames = (ids: readonly GameId[]) =>
  refuse('conflict', '23503', `${PLAYLIST_TEXTS.missingGames}: ${ids.join(', ')}`, { details: { gameIds: ids } })

/** Stores games that are not stored yet. Runs before the transaction, because that may call a source (C59). */
async function requireGames(deps: PlaylistsDeps, games: readonly GameId[]): Promise<void> {
  const unknown = await ensureGames(deps, games, deps.clock())
  if (unknown.length > 0) refuseMissingGames(unknown)
}

/** Replaces the games, and returns whether they have changed. A failure fails the whole write (R-PLDATA-15). */
async function associateGames(
  { db, log }: Pick<PlaylistsDeps, 'db' | 'log'>,
  id: PlaylistId,
  games: readonly GameId[],
  at: Date,
): Promise<boolean> {
  const deleted = await lockGames(db, games)
  if (deleted.length > 0) refuseMissingGames(deleted)
  try {
    return await queries.replaceGames(db, id, games, at)
  } catch (error) {
    if (databaseFailureOf(error) || isDeadlock(error)) throw error
    log.error({ err: error, playlist: id }, 'cannot associate games with a playlist')
    return refuse('internal', 'association_failed', PLAYLIST_TEXTS.associationFailed)
  }
}

async function slugAfterEdit(
  deps: PlaylistsDeps,
  before: queries.LockedPlaylist,
  title: string,
  at: Date,
): Promise<string> {
  if (before.is_published || slugOf(title) === slugOf(before.title)) return before.slug
  const slug = await claimSlug(deps, before.id, title, at)
  // Nobody has a link to a playlist that was never public.
  if (before.published_at === null && slug !== before.slug) await slugs.deleteSlug(deps.db, before.slug)
  return slug
}

/** Returns a slug of the title that belongs to the playlist from now on. Each further round lost one slug to another. */
async function claimSlug({ db, paths }: PlaylistsDeps, id: PlaylistId, title: string, at: Date): Promise<string> {
  const base = slugOf(title)
  const isReserved = (slug: string) => isWordOfAddress(paths, slug, 'playlists')
  for (;;) {
    const slug = freeSlug(base, new Set(await slugs.listTakenSlugs(db, base, id)), isReserved)
    if (await slugs.insertSlug(db, id, slug, at)) return slug
  }
}

/** Announces the tags of a changed playlist: lists show it if it is or was public. */
async function announceChange(
  db: Db,
  id: PlaylistId,
  { isPublic, hasOtherGames }: { isPublic: boolean; hasOtherGames: boolean },
): Promise<void> {
  await announce(db, [
    tag.playlist(id),
    ...(isPublic ? [tag.playlists] : []),
    ...(hasOtherGames ? [tag.playlistGames(id)] : []),
  ])
}
