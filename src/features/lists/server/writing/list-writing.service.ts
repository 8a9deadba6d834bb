import type { Db } from '#db/db.ts'
import { inTransaction } from '#db/transaction.ts'
import { ensureGames, lockGames, refuseMissingGame } from '#features/catalogue/server/catalogue.service.ts'
import { holdIfNeeded } from '#features/moderation/server/moderation.service.ts'
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
import { SMART_LIST_TEXTS } from '../../smart-lists.texts.ts'
import { listChanged } from '../lists.events.ts'
import {
  type Covers,
  type ListRow,
  type ListsDeps,
  loadCovers,
  refuseMissing,
  requireVisible,
} from '../lists.service.ts'
import { putSmart, replaceGames, setFilters, setTells } from '../smart/smart-lists.queries.ts'
import { gamesOf, refuseShowingOwner } from '../smart/smart-lists.service.ts'
import { listReported, setHidden, wordsOf } from '../subject/list-subject.queries.ts'
import * as queries from './list-writing.queries.ts'

/**
 * Creates a list of the viewer with games in this order; duplicates are ignored. Refuses with 404 when no source knows
 * a game, and with 409 beyond 500 lists. A list with filters has the games of these. Inside a transaction the games must be stored already.
 */
export async function createList(
  deps: ListsDeps,
  viewer: Viewer,
  draft: ListDraft & { game_ids?: readonly GameId[] },
): Promise<{ row: ListRow; covers: Covers }> {
  const { filters } = draft
  const given = [...new Set(draft.game_ids ?? [])]
  if (filters) {
    refuseShowingOwner({ ...draft, filters })
    if (given.length > 0) refuseByHand()
  } else await storeGames(deps, given)
  const gameIds = filters ? await gamesOf(deps, viewer.id, filters) : given
  return inTransaction(deps, async (inside) => {
    const { db, clock } = inside
    const at = clock()
    await refuseTooMany(db, viewer.id)
    const id = await queries.insertList(db, viewer.id, draft, at)
    if (filters) await putSmart(db, id, { filters, tells_of_new: draft.tells_of_new ?? false }, at)
    if (gameIds.length > 0) {
      await requireGames(db, gameIds)
      await queries.insertGames(db, id, gameIds, at)
      await queries.recount(db, id, at)
    }
    await holdNewWords(inside, viewer, id)
    await publishChange(inside, viewer.id, { listId: id, change: 'created', title: draft.title, at })
    return withCovers(inside, viewer, id)
  })
}

/**
 * Replaces title, description and switches, and the filters of a smart list. Refuses with 409 if the list has another version than
 * `updated_at` (G59).
 */
export async function editList(
  deps: ListsDeps,
  viewer: Viewer,
  listId: ListId,
  { updated_at: seen, ...draft }: ListDraft & { updated_at?: string | undefined },
): Promise<{ row: ListRow; covers: Covers }> {
  const games = draft.filters ? await gamesOf(deps, viewer.id, draft.filters) : null
  return inTransaction(deps, async (inside) => {
    const { db, clock } = inside
    const { updated_at, ...before } = await lockOwnList(db, viewer, listId)
    if (seen !== undefined && new Date(seen).getTime() !== updated_at.getTime())
      refuse('conflict', 'changed_by_somebody', LIST_TEXTS.changed)
    const at = clock()
    await queries.updateFields(db, listId, draft, at)
    await editSmart(db, before, { ...draft, games }, at)
    const hasNewWords = before.title !== draft.title || before.description !== draft.description
    if (hasNewWords || !before.is_shared) await holdNewWords(inside, viewer, listId)
    await publishChange(inside, viewer.id, { listId, change: 'updated', title: draft.title, at })
    return withCovers(inside, viewer, listId)
  })
}

/** Writes the filters and the switch of a smart list, with the games of new filters. Refuses filters of any other list with 409. */
async function editSmart(
  db: Db,
  { id, filters: before }: Pick<queries.LockedList, 'id' | 'filters'>,
  { games, ...draft }: ListDraft & { games: readonly GameId[] | null },
  at: Date,
): Promise<void> {
  const filters = draft.filters ?? before
  if (filters === null) return
  if (before === null) refuse('conflict', 'list_kept_by_hand', SMART_LIST_TEXTS.keptByHand)
  refuseShowingOwner({ ...draft, filters })
  if (typeof draft.tells_of_new === 'boolean') await setTells(db, id, draft.tells_of_new)
  if (games === null) return
  await setFilters(db, id, filters, at)
  await replaceGames(db, id, games, at)
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
    const list = await lockOwnListByHand(db, viewer, listId)
    const at = clock()
    if (title !== list.title) {
      await queries.updateFields(db, listId, { ...list, title }, at)
      await holdNewWords(inside, viewer, listId)
    }
    await requireGames(db, gameIds)
    await queries.replaceFirstGames(db, listId, gameIds, most, at)
    await queries.recount(db, listId, at)
    await publishChange(inside, viewer.id, { listId, change: 'updated', title, at })
  })
}

/**
 * Hides a shared list that its owner has written if it must wait for a moderator (decision 0115). The caller has locked it; one that
 * is private or hidden already stays as it is.
 */
export async function holdNewWords(
  inside: Pick<ListsDeps, 'db' | 'clock'>,
  viewer: Viewer,
  listId: ListId,
): Promise<void> {
  const [list] = await listReported(inside.db, [listId])
  if (!list?.is_shared || list.hidden_at !== null) return
  const item = subjectRef(LIST, listId)
  const hold = await holdIfNeeded(inside, viewer, item, wordsOf(list))
  if (hold === null) return
  await setHidden(inside.db, listId, hold.at)
  await withdrawAbout(inside.db, item)
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
 * Copies a list that the viewer may see to a new private list: title, games, filters, order and ranking, without the author's
 * description and notes.
 */
export function cloneList(deps: ListsDeps, viewer: Viewer, listId: ListId): Promise<{ row: ListRow; covers: Covers }> {
  return inTransaction(deps, async (inside) => {
    const { db, clock } = inside
    await refuseTooMany(db, viewer.id)
    const { title, is_ranked, smart } = await requireVisible(inside, viewer, listId)
    const at = clock()
    const copy = { title, description: '', is_shared: false, is_ranked }
    const id = await queries.insertList(db, viewer.id, copy, at)
    await queries.copyGames(db, listId, id, at)
    if (smart) await putSmart(db, id, { filters: smart.filters, tells_of_new: false }, at)
    await queries.recount(db, id, at)
    await publishChange(inside, viewer.id, { listId: id, change: 'created', title, at })
    return withCovers(inside, viewer, id)
  })
}

/** Locks a list of the viewer until the transaction ends. Refuses another member's list with 404. */
export async function lockOwnList(db: Db, viewer: Viewer, listId: ListId): Promise<queries.LockedList> {
  return (await queries.lockOwn(db, listId, viewer.id)) ?? refuseMissing()
}

const refuseByHand = () => refuse('conflict', 'list_keeps_itself', SMART_LIST_TEXTS.keepsItself)

/** Locks a list of the viewer whose games the viewer chooses. Refuses a smart one with 409. */
export async function lockOwnListByHand(db: Db, viewer: Viewer, listId: ListId): Promise<queries.LockedList> {
  const list = await lockOwnList(db, viewer, listId)
  return list.filters === null ? list : refuseByHand()
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
