import type { Db } from '#db/db.ts'
import { inTransaction } from '#db/transaction.ts'
import type { GameCard } from '#features/catalogue/catalogue.contract.ts'
import { ensureGame, loadGameCards, type WithCatalogue } from '#features/catalogue/server/catalogue.service.ts'
import { authorTags, loadPreviews } from '#features/comments/server/comments.service.ts'
import { notify, withdraw, withdrawAbout } from '#features/notifications/server/notifications.service.ts'
import {
  audienceOf,
  feedAudience,
  type ProfileRequest,
  requireVisibleSection,
} from '#features/profiles/server/profiles.service.ts'
import { loadReactions } from '#features/reactions/server/reactions.service.ts'
import { announce } from '#server/changes.ts'
import type { Clock } from '#server/clock.ts'
import type { Events } from '#server/events.ts'
import type { Reply, Viewer } from '#server/routes.ts'
import type { Purpose } from '#server/subjects.ts'
import { tag } from '#server/tags.ts'
import type { GameId, ListId, UserId } from '#shared/ids.ts'
import { refuse } from '#shared/refusal.ts'
import { subjectRef } from '#shared/subject.ts'
import { LIST_TEXTS } from '../lists.messages.ts'
import { COVERS_SHOWN, GAMES_MOST, LISTS_MOST, movedTo } from '../lists.rules.ts'
import type { ListDraft } from '../lists.schemas.ts'
import { LIST } from '../lists.subject.ts'
import { listChanged } from './lists.events.ts'
import * as queries from './lists.queries.ts'

export interface ListsDeps extends WithCatalogue {
  clock: Clock
  events: Events
}

interface Place {
  page: number
  limit: number
}

export type ListRow = queries.ListRow
/** The cards of the first games of each list. */
export type Covers = ReadonlyMap<string, readonly GameCard[]>

export const refuseMissing = () => refuse('not_found', 'list_not_found', LIST_TEXTS.missing)
const refuseMissingGame = () => refuse('not_found', 'list_game_not_found', LIST_TEXTS.gameMissing)

const partOf = ({ page, limit }: Place) => ({ limit, offset: (page - 1) * limit })

async function loadCovers(deps: ListsDeps, ids: readonly ListId[], reply?: Reply): Promise<Covers> {
  const rows = await queries.listCovers(deps.db, ids, COVERS_SHOWN)
  const cards = await loadGameCards(
    deps,
    rows.map(({ game_id }) => game_id),
    deps.clock(),
  )
  reply?.shows(...[...cards.keys()].map((id) => tag.game(id)))
  const byList = Map.groupBy(rows, ({ list_id }) => list_id)
  return new Map([...byList].map(([id, of]) => [id, of.flatMap(({ game_id }) => cards.get(game_id) ?? [])]))
}

/** Lists a member's lists that the viewer may see (G22, G60); refuses as the profile does. */
export async function listOfMember(deps: ListsDeps, looking: ProfileRequest, place: Place, reply: Reply) {
  const { id, isOwn, audience, seenAs } = await requireVisibleSection(deps.db, looking, 'profile', reply)
  reply.shows(tag.listsBy(id), tag.peopleLists)
  const viewer = seenAs ? null : looking.viewer
  const part = partOf(place)
  const which = { userId: id, isOwn, seesAll: audience.seesAll }
  const { rows, total } = await queries.listOfMember(deps.db, which, viewer?.id ?? null, part)
  const covers = await loadCovers(
    deps,
    rows.map((row) => row.id),
    reply,
  )
  return { rows, covers, viewer, total, hasMore: part.offset + rows.length < total }
}

export const listMine = ({ db }: Pick<ListsDeps, 'db'>, viewer: Viewer, gameId: GameId | undefined) =>
  queries.listChoices(db, viewer.id, gameId ?? null)

/** Returns a list that the viewer may see. Refuses with 404, also for a private one of another member. */
async function requireVisible(
  { db }: Pick<ListsDeps, 'db'>,
  viewer: Viewer | null,
  listId: ListId,
  reply?: Reply,
): Promise<ListRow> {
  const row = await queries.findVisible(db, listId, audienceOf(viewer), viewer?.id ?? null)
  reply?.shows(tag.subject(subjectRef(LIST, listId)), ...(row ? [tag.member(row.user_id)] : []))
  return row ?? refuseMissing()
}

/** Returns a list with the reader's progress, its reactions and its latest comments. */
export async function requireList(deps: ListsDeps, viewer: Viewer | null, listId: ListId, reply: Reply) {
  const { db } = deps
  const row = await requireVisible(deps, viewer, listId, reply)
  reply.shows(tag.peopleLists)
  const [covers, played, reactions, previews] = await Promise.all([
    loadCovers(deps, [listId], reply),
    viewer ? queries.countPlayed(db, listId, viewer.id) : null,
    loadReactions(db, LIST.type, [listId], viewer),
    loadPreviews(db, { kind: LIST, discussion: {} }, [listId], viewer),
  ])
  reply.shows(...authorTags(previews.values()))
  const comments = previews.get(listId) ?? { comments: [], total: 0 }
  return { row, covers, played, reactions: reactions.get(listId) ?? [], comments }
}

/** Lists a page of a list's games. */
export async function listGames(
  deps: ListsDeps,
  viewer: Viewer | null,
  listId: ListId,
  place: Place,
  reply: Reply,
): Promise<{ rows: queries.ListGameRow[]; cards: ReadonlyMap<GameId, GameCard>; total: number; hasMore: boolean }> {
  const { games_count } = await requireVisible(deps, viewer, listId, reply)
  const part = partOf(place)
  const rows = await queries.listGames(deps.db, listId, part)
  const cards = await cardsOf(deps, rows)
  reply.shows(...[...cards.keys()].map((id) => tag.game(id)))
  return { rows, cards, total: games_count, hasMore: part.offset + part.limit < games_count }
}

const cardsOf = (deps: ListsDeps, rows: readonly queries.ListGameRow[]) =>
  loadGameCards(
    deps,
    rows.map(({ game_id }) => game_id),
    deps.clock(),
  )

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
  await ensureGames(deps, gameIds)
  return inTransaction(deps, async (inside) => {
    const { db, clock } = inside
    const at = clock()
    await refuseTooMany(db, viewer.id)
    const id = await queries.insertList(db, viewer.id, draft, at)
    if (gameIds.length > 0) {
      await queries.insertGames(db, id, gameIds, at)
      await queries.recount(db, id, at)
    }
    await publishChange(inside, viewer.id, { listId: id, change: 'created', title: draft.title, at })
    return withCovers(inside, viewer, id)
  })
}

/** Stored games cost one query; a source is asked for the others, one after the other. */
async function ensureGames(deps: ListsDeps, ids: readonly GameId[]): Promise<void> {
  if (ids.length === 0) return
  const stored = await loadGameCards(deps, ids, deps.clock())
  for (const id of ids) if (!stored.has(id)) await ensureGame(deps, id, deps.clock())
}

async function refuseTooMany(db: Db, userId: UserId): Promise<void> {
  await queries.lockAuthor(db, userId)
  if ((await queries.countLists(db, userId)) >= LISTS_MOST) refuse('conflict', 'too_many_lists', LIST_TEXTS.tooMany)
}

/** Returns a list of the viewer, as it is now. */
async function withCovers(deps: ListsDeps, viewer: Viewer, listId: ListId): Promise<{ row: ListRow; covers: Covers }> {
  return { row: await requireVisible(deps, viewer, listId), covers: await loadCovers(deps, [listId]) }
}

/** Every write ends with this: it invalidates what shows the list, and publishes the event. */
async function publishChange(
  { db, events }: Pick<ListsDeps, 'db' | 'events'>,
  userId: UserId,
  changed: { listId: ListId; change: 'created' | 'updated' | 'deleted'; title: string; at: Date },
): Promise<void> {
  await announce(db, [tag.listsBy(userId), tag.subject(subjectRef(LIST, changed.listId))])
  await events.publish(db, listChanged, { userId, ...changed })
}

/** Locks a list of the viewer. Refuses with 404 for those of others too. */
async function requireOwn(db: Db, viewer: Viewer, listId: ListId): Promise<queries.LockedList> {
  return (await queries.lockOwn(db, listId, viewer.id)) ?? refuseMissing()
}

/**
 * Replaces title, description and switches. With `updated_at` it refuses with 409 when the list has another version
 * (G59).
 */
export function editList(
  deps: ListsDeps,
  viewer: Viewer,
  listId: ListId,
  { updated_at: seen, ...draft }: ListDraft & { updated_at?: string | undefined },
): Promise<{ row: ListRow; covers: Covers }> {
  return inTransaction(deps, async (inside) => {
    const { db, clock } = inside
    const { updated_at } = await requireOwn(db, viewer, listId)
    if (seen !== undefined && new Date(seen).getTime() !== updated_at.getTime())
      refuse('conflict', 'changed_by_somebody', LIST_TEXTS.changed)
    const at = clock()
    await queries.updateWords(db, listId, draft, at)
    await publishChange(inside, viewer.id, { listId, change: 'updated', title: draft.title, at })
    return withCovers(inside, viewer, listId)
  })
}

/**
 * Changes the title and the first games of a list, as the journal's form shows them (G60); everything else of the list
 * stays. The games must be stored already.
 */
export function editListInJournal(
  deps: ListsDeps,
  viewer: Viewer,
  listId: ListId,
  { title, gameIds, most }: { title: string; gameIds: readonly GameId[]; most: number },
): Promise<void> {
  return inTransaction(deps, async (inside) => {
    const { db, clock } = inside
    await requireOwn(db, viewer, listId)
    const { description, is_shared, is_ranked } = await requireVisible(inside, viewer, listId)
    const at = clock()
    await queries.updateWords(db, listId, { title, description, is_shared, is_ranked }, at)
    await queries.replaceFirstGames(db, listId, gameIds, most, at)
    await queries.recount(db, listId, at)
    await publishChange(inside, viewer.id, { listId, change: 'updated', title, at })
  })
}

/** Deletes a list of the viewer with its games, likes, reactions, comments and notifications. */
export function deleteList(deps: ListsDeps, viewer: Viewer, listId: ListId): Promise<void> {
  return inTransaction(deps, async (inside) => {
    const { db, clock } = inside
    const { title } = await requireOwn(db, viewer, listId)
    await queries.deleteList(db, listId)
    await withdrawAbout(db, subjectRef(LIST, listId))
    await publishChange(inside, viewer.id, { listId, change: 'deleted', title, at: clock() })
  })
}

/** Changes the games of a list of the viewer, and publishes it. `work` runs while the list is locked. */
function changeGames<T>(
  deps: ListsDeps,
  viewer: Viewer,
  listId: ListId,
  work: (db: Db, list: queries.LockedList, at: Date) => Promise<T>,
): Promise<T & { games_count: number }> {
  return inTransaction(deps, async (inside) => {
    const { db, clock } = inside
    const list = await requireOwn(db, viewer, listId)
    const at = clock()
    const done = await work(db, list, at)
    const games_count = await queries.recount(db, listId, at)
    await publishChange(inside, viewer.id, { listId, change: 'updated', title: list.title, at })
    return { ...done, games_count }
  })
}

/**
 * Adds a game at a position, by default at the end. A game that the list has already stays as it is. Refuses with 404
 * 'Game not found', and with 409 beyond 1,000 games.
 */
export async function addGame(
  deps: ListsDeps,
  viewer: Viewer,
  listId: ListId,
  wanted: { game_id: GameId; note: string | null; position?: number | undefined },
) {
  const { game_id: gameId, note } = wanted
  const card = await ensureGame(deps, gameId, deps.clock())
  const done = await changeGames(deps, viewer, listId, async (db, { games_count }, at) => {
    const there = await queries.findGame(db, listId, gameId)
    if (there) return { row: there, isNew: false }
    if (games_count >= GAMES_MOST) refuse('conflict', 'list_full', LIST_TEXTS.full)
    const position = Math.min(wanted.position ?? games_count + 1, games_count + 1)
    await queries.insertGame(db, listId, { gameId, note, position }, at)
    return { row: { game_id: gameId, position, note, added_at: at }, isNew: true }
  })
  return { ...done, card }
}

/** Writes or removes (null) the note on a game. */
export async function changeNote(
  deps: ListsDeps,
  viewer: Viewer,
  listId: ListId,
  gameId: GameId,
  note: string | null,
): Promise<{ row: queries.ListGameRow; card: GameCard }> {
  const { row } = await changeGames(deps, viewer, listId, async (db) => {
    const there = (await queries.findGame(db, listId, gameId)) ?? refuseMissingGame()
    await queries.updateNote(db, listId, gameId, note)
    return { row: { ...there, note } }
  })
  const cards = await cardsOf(deps, [row])
  return { row, card: cards.get(gameId) as GameCard }
}

export async function removeGame(deps: ListsDeps, viewer: Viewer, listId: ListId, gameId: GameId): Promise<void> {
  await changeGames(deps, viewer, listId, async (db) => {
    if (!(await queries.deleteGame(db, listId, gameId))) refuseMissingGame()
    return {}
  })
}

/** Moves a game behind another one, or to the top (null). Returns its new position. */
export async function moveGame(
  deps: ListsDeps,
  viewer: Viewer,
  listId: ListId,
  { game_id: gameId, after }: { game_id: GameId; after: GameId | null },
): Promise<{ position: number }> {
  return changeGames(deps, viewer, listId, async (db) => {
    const moved = (await queries.findGame(db, listId, gameId)) ?? refuseMissingGame()
    const before = after === null ? null : ((await queries.findGame(db, listId, after)) ?? refuseMissingGame())
    // Behind itself is where it is.
    const position = before?.game_id === gameId ? moved.position : movedTo(moved.position, before?.position ?? null)
    if (position !== moved.position) await queries.moveGame(db, listId, gameId, moved.position, position)
    return { position }
  })
}

/**
 * Returns the owner of a list. Refuses with 404 when the viewer may not see it. In a transaction it locks the list and
 * its author. Admins read everything that is shared, but react and comment under the same rules as other members.
 */
export async function requireAccess(
  db: Db,
  viewer: Viewer | null,
  listId: string,
  purpose: Purpose,
): Promise<{ ownerId: UserId }> {
  if (db.isTransaction) await queries.lockForShare(db, listId)
  const audience = purpose === 'read' ? audienceOf(viewer) : feedAudience(viewer?.id ?? null)
  const row = await queries.findVisible(db, listId, audience, viewer?.id ?? null)
  return row ? { ownerId: row.user_id } : refuseMissing()
}

/** Likes a list of another member, or removes the like. The author is notified. Refuses with 403 for one's own. */
export function toggleLike(
  deps: ListsDeps,
  viewer: Viewer,
  listId: ListId,
): Promise<{ liked: boolean; likes_count: number }> {
  return inTransaction(deps, async ({ db, clock }) => {
    await queries.lockForLike(db, listId, viewer.id)
    const { ownerId } = await requireAccess(db, viewer, listId, 'write')
    if (ownerId === viewer.id) refuse('forbidden', 'own_list', LIST_TEXTS.own)
    const at = clock()
    const liked = await queries.toggleLike(db, listId, viewer.id, at)
    const subject = subjectRef(LIST, listId)
    const cause = { type: 'like', actor: viewer.id, ...subject } as const
    if (liked) await notify(db, { ...cause, to: ownerId, at })
    else await withdraw(db, cause)
    await announce(db, [tag.listsBy(ownerId), tag.subject(subject)])
    return { liked, likes_count: await queries.countLikes(db, listId) }
  })
}

/**
 * Copies a list that the viewer may see into a private one of the viewer: title, order and ranking, without the
 * author's description and notes.
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
