import type { Db } from '#db/db.ts'
import { inTransaction } from '#db/transaction.ts'
import type { GameCard } from '#features/catalogue/catalogue.contract.ts'
import { GAME_NOT_FOUND } from '#features/catalogue/catalogue.texts.ts'
import {
  ensureGame,
  ensureGames,
  loadGameCards,
  lockGames,
  type WithCatalogue,
} from '#features/catalogue/server/catalogue.service.ts'
import { authorTags, loadPreviews } from '#features/comments/server/comments.service.ts'
import { notify, withdraw, withdrawAbout } from '#features/notifications/server/notifications.service.ts'
import {
  audienceOf,
  feedAudience,
  type ProfileRequest,
  requireVisibleSection,
  type VisibleProfile,
} from '#features/profiles/server/profiles.service.ts'
import { loadReactions } from '#features/reactions/server/reactions.service.ts'
import { announce } from '#server/changes.ts'
import type { Clock } from '#server/clock.ts'
import type { Events } from '#server/events.ts'
import type { Reply, Shown, Viewer } from '#server/routes.ts'
import type { Purpose } from '#server/subjects.ts'
import { type Tag, tag } from '#server/tags.ts'
import type { GameId, ListId, UserId } from '#shared/ids.ts'
import { refuse } from '#shared/refusal.ts'
import { subjectRef } from '#shared/subject.ts'
import { COVERS_SHOWN, GAMES_MOST, LISTS_MOST, movedTo } from '../lists.rules.ts'
import type { ListDraft } from '../lists.schemas.ts'
import { LIST } from '../lists.subject.ts'
import { LIST_TEXTS } from '../lists.texts.ts'
import { listChanged } from './lists.events.ts'
import * as queries from './lists.queries.ts'
import { viewList } from './lists.view.ts'

export interface ListsDeps extends WithCatalogue {
  clock: Clock
  events: Events
}

interface Place {
  page: number
  limit: number
}

export { viewListGame } from './lists.view.ts'
export { viewList }
export type ListRow = queries.ListRow
/** Loads the cards of the first games of each list. */
export type Covers = ReadonlyMap<string, readonly GameCard[]>

export const refuseMissing = () => refuse('not_found', 'list_not_found', LIST_TEXTS.missing)
const refuseMissingGame = () => refuse('not_found', 'list_game_not_found', LIST_TEXTS.gameMissing)

const partOf = ({ page, limit }: Place) => ({ limit, offset: (page - 1) * limit })

export async function loadCovers(deps: ListsDeps, ids: readonly ListId[], reply?: Shown): Promise<Covers> {
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

/** Lists a member's lists that the viewer may see (G22, G60). Refuses like the profile. */
export async function listOfMember(deps: ListsDeps, request: ProfileRequest, place: Place, reply: Shown) {
  const { id, isOwn, audience, seenAs } = await requireVisibleSection(deps.db, request, 'profile', reply)
  reply.shows(tag.listsBy(id), tag.peopleLists)
  const viewer = seenAs ? null : request.viewer
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

/**
 * Loads these lists of a member that the viewer may see, by id, with the tags of what shows them. The caller has checked
 * that the viewer may see the profile.
 */
export async function loadListsBy(
  deps: ListsDeps,
  viewer: Viewer | null,
  { id: userId, isOwn, audience }: Pick<VisibleProfile, 'id' | 'isOwn' | 'audience'>,
  ids: readonly string[],
): Promise<{ views: ReadonlyMap<string, ReturnType<typeof viewList>>; tags: Tag[] }> {
  if (ids.length === 0) return { views: new Map(), tags: [] }
  const tags: Tag[] = []
  const which = { userId, isOwn, seesAll: audience.seesAll }
  const rows = await queries.theseOfMember(deps.db, which, viewer?.id ?? null, ids)
  const covers = await loadCovers(
    deps,
    rows.map(({ id }) => id),
    { shows: (...shown) => tags.push(...shown) },
  )
  return { views: new Map(rows.map((row) => [row.id, viewList(row, covers, viewer)])), tags }
}

/** Lists the latest shared lists of everybody that the viewer may see. */
export async function listLatest(deps: ListsDeps, viewer: Viewer | null, limit: number, reply: Shown) {
  const viewerId = viewer?.id ?? null
  const rows = await queries.listLatest(deps.db, feedAudience(viewerId), viewerId, limit)
  // A like announces the lists of the author.
  reply.shows(
    tag.listTitles,
    tag.peopleLists,
    ...rows.flatMap(({ user_id }) => [tag.listsBy(user_id), tag.member(user_id)]),
  )
  const covers = await loadCovers(
    deps,
    rows.map(({ id }) => id),
    reply,
  )
  return rows.map((row) => viewList(row, covers, viewer))
}

export const listMine = ({ db }: Pick<ListsDeps, 'db'>, viewer: Viewer, gameId: GameId | undefined) =>
  queries.listChoices(db, viewer.id, gameId ?? null)

/** Returns a list. Refuses with 404 if the viewer may not see it. */
export async function requireVisible(
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

/**
 * Returns what a visitor may see of a list, for its picture. Refuses with 404 when a visitor may not see it, and when the
 * viewer may not, as after a block.
 */
export async function requirePublicList(
  deps: ListsDeps,
  viewer: Viewer | null,
  listId: ListId,
): Promise<{ row: ListRow; games: readonly GameCard[] }> {
  if (viewer) await requireVisible(deps, viewer, listId)
  const row = await requireVisible(deps, null, listId)
  const covers = await loadCovers(deps, [listId])
  return { row, games: covers.get(listId) ?? [] }
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

export const cardsOf = (deps: ListsDeps, rows: readonly queries.ListGameRow[]) =>
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

/** Stores games that are not stored yet, in batches. A caller with a transaction has done so before it. */
async function storeGames(deps: ListsDeps, ids: readonly GameId[]): Promise<void> {
  if (deps.db.isTransaction) return
  if ((await ensureGames(deps, ids, deps.clock())).length > 0) refuse('not_found', 'game_not_found', GAME_NOT_FOUND)
}

/** Locks the games. Refuses with 404 when one was deleted meanwhile. */
async function requireGames(db: Db, ids: readonly GameId[]): Promise<void> {
  if ((await lockGames(db, ids)).length > 0) refuse('not_found', 'game_not_found', GAME_NOT_FOUND)
}

async function refuseTooMany(db: Db, userId: UserId): Promise<void> {
  await queries.lockAuthor(db, userId)
  if ((await queries.countLists(db, userId)) >= LISTS_MOST) refuse('conflict', 'too_many_lists', LIST_TEXTS.tooMany)
}

/** Returns the current version of a list of the viewer. */
async function withCovers(deps: ListsDeps, viewer: Viewer, listId: ListId): Promise<{ row: ListRow; covers: Covers }> {
  return { row: await requireVisible(deps, viewer, listId), covers: await loadCovers(deps, [listId]) }
}

/** Announces the tags of a list and publishes `listChanged`, at the end of every write. */
async function publishChange(
  { db, events }: Pick<ListsDeps, 'db' | 'events'>,
  userId: UserId,
  changed: { listId: ListId; change: 'created' | 'updated' | 'deleted'; title: string; at: Date },
): Promise<void> {
  await announce(db, [tag.listsBy(userId), tag.subject(subjectRef(LIST, changed.listId)), tag.listTitles])
  await events.publish(db, listChanged, { userId, ...changed })
}

/** Locks a list of the viewer until the transaction ends. Refuses another member's list with 404. */
export async function lockOwnList(db: Db, viewer: Viewer, listId: ListId): Promise<queries.LockedList> {
  return (await queries.lockOwn(db, listId, viewer.id)) ?? refuseMissing()
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

/** Locks a list of the viewer, runs `work`, which changes its games, and publishes the change. */
function changeGames<T>(
  deps: ListsDeps,
  viewer: Viewer,
  listId: ListId,
  work: (db: Db, list: queries.LockedList, at: Date) => Promise<T>,
): Promise<T & { games_count: number }> {
  return inTransaction(deps, async (inside) => {
    const { db, clock } = inside
    const list = await lockOwnList(db, viewer, listId)
    const at = clock()
    const done = await work(db, list, at)
    const games_count = await queries.recount(db, listId, at)
    await publishChange(inside, viewer.id, { listId, change: 'updated', title: list.title, at })
    return { ...done, games_count }
  })
}

/**
 * Adds a game at a position, by default at the end. A duplicate changes nothing. Refuses with 404 'Game not found',
 * and with 409 beyond 1,000 games.
 */
export async function addGame(
  deps: ListsDeps,
  viewer: Viewer,
  listId: ListId,
  wanted: { game_id: GameId; note: string | null; position?: number | undefined },
) {
  const { game_id: gameId, note } = wanted
  const card = await ensureGame(deps, gameId, deps.clock())
  const done = await changeGames(deps, viewer, listId, async (db, list, at) => {
    const there = await queries.findGame(db, listId, gameId)
    return there ? { row: there, isNew: false } : insertGame(db, list, { gameId, note, position: wanted.position }, at)
  })
  return { ...done, card }
}

/**
 * Adds a game, by default at the end, or changes the note and the position of a game of the list; fields that are left out
 * stay as they are. A position after the last one means the last. Refuses like `addGame`.
 */
export async function saveGame(
  deps: ListsDeps,
  viewer: Viewer,
  listId: ListId,
  gameId: GameId,
  { note, position }: { note?: string | null | undefined; position?: number | undefined },
) {
  const card = await ensureGame(deps, gameId, deps.clock())
  const done = await changeGames(deps, viewer, listId, async (db, list, at) => {
    const there = await queries.findGame(db, listId, gameId)
    if (!there) return insertGame(db, list, { gameId, note: note ?? null, position }, at)
    if (note !== undefined) await queries.updateNote(db, listId, gameId, note)
    const to = Math.min(position ?? there.position, list.games_count)
    if (to !== there.position) await queries.moveGame(db, listId, gameId, there.position, to)
    return { row: { ...there, note: note === undefined ? there.note : note, position: to }, isNew: false }
  })
  return { ...done, card }
}

async function insertGame(
  db: Db,
  { id, games_count }: queries.LockedList,
  wanted: { gameId: GameId; note: string | null; position: number | undefined },
  at: Date,
) {
  const { gameId, note } = wanted
  if (games_count >= GAMES_MOST) refuse('conflict', 'list_full', LIST_TEXTS.full)
  await requireGames(db, [gameId])
  const position = Math.min(wanted.position ?? games_count + 1, games_count + 1)
  await queries.insertGame(db, id, { gameId, note, position }, at)
  return { row: { game_id: gameId, position, note, added_at: at }, isNew: true }
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

/** Moves a game behind another one, to the top (null), or to a position. Returns its new position. */
export async function moveGame(
  deps: ListsDeps,
  viewer: Viewer,
  listId: ListId,
  {
    game_id: gameId,
    after,
    position: wanted,
  }: {
    game_id: GameId
    after?: GameId | null | undefined
    position?: number | undefined
  },
): Promise<{ position: number }> {
  return changeGames(deps, viewer, listId, async (db, list) => {
    const moved = (await queries.findGame(db, listId, gameId)) ?? refuseMissingGame()
    const behind = async () => {
      const before = after ? ((await queries.findGame(db, listId, after)) ?? refuseMissingGame()) : null
      // The game is already behind itself.
      return before?.game_id === gameId ? moved.position : movedTo(moved.position, before?.position ?? null)
    }
    const position = wanted === undefined ? await behind() : Math.min(wanted, list.games_count)
    if (position !== moved.position) await queries.moveGame(db, listId, gameId, moved.position, position)
    return { position }
  })
}

/**
 * Returns the owner of a list. Refuses with 404 if the viewer may not see it. In a transaction it locks the list and
 * its author. Admins may read all shared lists, but may react and comment only like other members.
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

/** Likes a list of another member, or removes the like. Notifies the author. Refuses with 403 the viewer's own list. */
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
