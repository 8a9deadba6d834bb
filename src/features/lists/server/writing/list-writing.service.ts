import type { Db } from '#db/db.ts'
import { inTransaction } from '#db/transaction.ts'
import { ensureGames, lockGames, refuseMissingGame } from '#features/catalogue/server/catalogue.service.ts'
import { withdrawAbout } from '#features/notifications/server/notifications.service.ts'
import { announce } from '#server/changes.ts'
import type { Viewer } from '#server/routes.ts'
import { tag } from '#server/tags.ts'
import type { GameId, ListId, UserId } from '#shared/ids.ts'
import { refuse } from '#shared/refusal.ts'
import { subjectRef } from '#shared/subject.ts'
import { LISTS_MAX } from '../../lists.rules.ts'
import type { ListDraft } from '../../lists.schemas.ts'
import { LIST } from '../../lists.subject.ts'
import { LIST_TEXTS } from '../../lists.texts.ts'
import { listChanged } from '../lists.events.ts'
import {
  type Covers,
  type ListRow,
  type ListsDeps,
  loadCovers,
  refuseMissing,
  requireVisible,
} from '../lists.service.ts'
import * as queries from './list-writing.queries.ts'

/**
 * Creates a list of the viewer with games in this order; duplicates are ignored. Refuses with 404 when no source knows
 * a game, and with 409 beyond 500 lists. Inside a transaction the games must be stored already.
 */
export async function createList(
  deps: ListsDeps,
  viewer: Viewer,
  draft: ListDraft & { game_ids?: readonly GameId[] },
): Promise<{ row: ListRow; covers: Covers }> {
  const gameIds = [...new Set(draft.game_ids ?? [])]
  await storeGames(deps, gameIds)
  return inTransaction(deps, async (inside) => {
    const { db, clock } = inside
    const at = clock()
    await refuseTooMany(db, viewer.id)
    const id = await queries.insertList(db, viewer.id, draft, at)
    if (gameIds.length > 0) {
      await requireGames(db, gameIds)
      await queries.insertGames(db, id, gameIds, at)
      await queries.recount(db, id, at)
    }
    await publishChange(inside, viewer.id, { listId: id, change: 'created', title: draft.title, at })
    return withCovers(inside, viewer, id)
  })
}

/**
 * Replaces title, description and switches. Refuses with 409 if the list has another version than `updated_at` (G59).
 */
export function editList(
  deps: ListsDeps,
  viewer: Viewer,
  listId: ListId,
  { updated_at: seen, ...draft }: ListDraft & { updated_at?: string | undefined },
): Promise<{ row: ListRow; covers: Covers }> {
  return inTransaction(deps, async (inside) => {
    const { db, clock } = inside
    const { updated_at } = await lockOwnList(db, viewer, listId)
    if (seen !== undefined && new Date(seen).getTime() !== updated_at.getTime())
      refuse('conflict', 'changed_by_somebody', LIST_TEXTS.changed)
    const at = clock()
    await queries.updateFields(db, listId, draft, at)
    await publishChange(inside, viewer.id, { listId, change: 'updated', title: draft.title, at })
    return withCovers(inside, viewer, listId)
  })
}

/**
 * Replaces the title and the first games of a list, which the journal's form edits (G60). Nothing else changes. With the
 * same title an open form of the list stays valid (decision 0062). The games must already be stored.
 */
export function editListInJournal(
  deps: ListsDeps,
  viewer: Viewer,
  listId: ListId,
  { title, gameIds, most }: { title: string; gameIds: readonly GameId[]; most: number },
): Promise<void> {
  return inTransaction(deps, async (inside) => {
    const { db, clock } = inside
    const list = await lockOwnList(db, viewer, listId)
    const at = clock()
    if (title !== list.title) {
      const { description, is_shared, is_ranked } = await requireVisible(inside, viewer, listId)
      await queries.updateFields(db, listId, { title, description, is_shared, is_ranked }, at)
    }
    await requireGames(db, gameIds)
    await queries.replaceFirstGames(db, listId, gameIds, most, at)
    await queries.recount(db, listId, at)
    await publishChange(inside, viewer.id, { listId, change: 'updated', title, at })
  })
}

/** Deletes a list of the viewer with its games, likes, reactions, comments and notifications. */
export function deleteList(deps: ListsDeps, viewer: Viewer, listId: ListId): Promise<void> {
  return inTransaction(deps, async (inside) => {
    const { db, clock } = inside
    const { title } = await lockOwnList(db, viewer, listId)
    await queries.deleteList(db, listId)
    await withdrawAbout(db, subjectRef(LIST, listId))
    await publishChange(inside, viewer.id, { listId, change: 'deleted', title, at: clock() })
  })
}

/**
 * Copies a list that the viewer may see to a new private list: title, games, order and ranking, without the author's
 * description and notes.
 */
export function cloneList(deps: ListsDeps, viewer: Viewer, listId: ListId): Promise<{ row: ListRow; covers: Covers }> {
  return inTransaction(deps, async (inside) => {
    const { db, clock } = inside
    await refuseTooMany(db, viewer.id)
    const { title, is_ranked } = await requireVisible(inside, viewer, listId)
    const at = clock()
    const copy = { title, description: '', is_shared: false, is_ranked }
    const id = await queries.insertList(db, viewer.id, copy, at)
    await queries.copyGames(db, listId, id, at)
    await queries.recount(db, id, at)
    await publishChange(inside, viewer.id, { listId: id, change: 'created', title, at })
    return withCovers(inside, viewer, id)
  })
}

/** Locks a list of the viewer until the transaction ends. Refuses another member's list with 404. */
export async function lockOwnList(db: Db, viewer: Viewer, listId: ListId): Promise<queries.LockedList> {
  return (await queries.lockOwn(db, listId, viewer.id)) ?? refuseMissing()
}

/** Stores games that are not stored yet, in batches. A caller with a transaction has done so before it. */
async function storeGames(deps: ListsDeps, ids: readonly GameId[]): Promise<void> {
  if (deps.db.isTransaction) return
  if ((await ensureGames(deps, ids, deps.clock())).length > 0) refuseMissingGame()
}

/** Locks the games. Refuses with 404 when one was deleted meanwhile. */
export async function requireGames(db: Db, ids: readonly GameId[]): Promise<void> {
  if ((await lockGames(db, ids)).length > 0) refuseMissingGame()
}

async function refuseTooMany(db: Db, userId: UserId): Promise<void> {
  await queries.lockAuthor(db, userId)
  if ((await queries.countLists(db, userId)) >= LISTS_MAX) refuse('conflict', 'too_many_lists', LIST_TEXTS.tooMany)
}

/** Returns the current version of a list of the viewer. */
async function withCovers(deps: ListsDeps, viewer: Viewer, listId: ListId): Promise<{ row: ListRow; covers: Covers }> {
  return { row: await requireVisible(deps, viewer, listId), covers: await loadCovers(deps, [listId]) }
}

/** Announces the tags of a list and publishes `listChanged`, at the end of every write. */
export async function publishChange(
  { db, events }: Pick<ListsDeps, 'db' | 'events'>,
  userId: UserId,
  changed: { listId: ListId; change: 'created' | 'updated' | 'deleted'; title: string; at: Date },
): Promise<void> {
  await announce(db, [tag.listsBy(userId), tag.subject(subjectRef(LIST, changed.listId)), tag.listTitles])
  await events.publish(db, listChanged, { userId, ...changed })
}
