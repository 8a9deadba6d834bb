import type { Db } from '#db/db.ts'
import { partOf } from '#db/page-numbers.ts'
import { inTransaction } from '#db/transaction.ts'
import type { GameCard } from '#features/catalogue/catalogue.contract.ts'
import { ensureGame, loadGameCards } from '#features/catalogue/server/catalogue.service.ts'
import type { Reply, Shown, Viewer } from '#server/routes.ts'
import { tag } from '#server/tags.ts'
import type { GameId, ListId } from '#shared/ids.ts'
import { refuse } from '#shared/refusal.ts'
import { GAMES_MAX, movedTo } from '../../lists.rules.ts'
import { LIST_TEXTS } from '../../lists.texts.ts'
import { type ListRow, type ListsDeps, type PageRequest, requireVisible } from '../lists.service.ts'
import { type LockedList, recount } from '../writing/list-writing.queries.ts'
import { holdNewWords, lockOwnListByHand, publishChange, requireGames } from '../writing/list-writing.service.ts'
import * as queries from './list-games.queries.ts'

const refuseMissingGame = () => refuse('not_found', 'list_game_not_found', LIST_TEXTS.gameMissing)

/** Lists a page of a list's games. */
export async function listGames(
  deps: ListsDeps,
  viewer: Viewer | null,
  listId: ListId,
  page: PageRequest,
  reply: Reply,
): Promise<{ rows: queries.ListGameRow[]; cards: ReadonlyMap<GameId, GameCard>; total: number; hasMore: boolean }> {
  const { games_count } = await requireVisible(deps, viewer, listId, reply)
  const part = partOf(page)
  const rows = await queries.listGames(deps.db, listId, part)
  const cards = await cardsOf(deps, rows)
  reply.shows(...[...cards.keys()].map((id) => tag.game(id)))
  return { rows, cards, total: games_count, hasMore: part.offset + part.limit < games_count }
}

/** A game of a list with its card. */
export interface PlacedGame {
  row: queries.ListGameRow
  card: GameCard
}

/** Lists the games that came last to a list that a visitor may see; refuses any other with 404. */
export async function listNewestGames(
  deps: ListsDeps,
  listId: ListId,
  most: number,
  reply: Shown,
): Promise<{ row: ListRow; games: PlacedGame[] }> {
  const row = await requireVisible(deps, null, listId, reply)
  reply.shows(tag.listsBy(row.user_id))
  return { row, games: await placedGames(deps, await queries.listNewest(deps.db, listId, most), reply) }
}

/** Returns a list that the viewer may see with all its games in their order; refuses any other with 404. */
export async function listAllGames(
  deps: ListsDeps,
  viewer: Viewer | null,
  listId: ListId,
): Promise<{ row: ListRow; games: PlacedGame[] }> {
  const row = await requireVisible(deps, viewer, listId)
  return {
    row,
    games: await placedGames(deps, await queries.listGames(deps.db, listId, { limit: GAMES_MAX, offset: 0 })),
  }
}

async function placedGames(
  deps: ListsDeps,
  rows: readonly queries.ListGameRow[],
  reply?: Shown,
): Promise<PlacedGame[]> {
  const cards = await cardsOf(deps, rows)
  reply?.shows(...[...cards.keys()].map((id) => tag.game(id)))
  // A foreign key refers to the game, so every game has a card.
  return rows.map((row) => ({ row, card: cards.get(row.game_id) as GameCard }))
}

export const cardsOf = (deps: ListsDeps, rows: readonly queries.ListGameRow[]) =>
  loadGameCards(
    deps,
    rows.map(({ game_id }) => game_id),
    deps.clock(),
  )

/**
 * Locks a list of the viewer, runs `work`, which changes its games, and publishes the change. A new `note` may have to wait.
 */
function changeGames<T>(
  deps: ListsDeps,
  viewer: Viewer,
  listId: ListId,
  work: (db: Db, list: LockedList, at: Date) => Promise<T>,
  note: string | null = null,
): Promise<T & { games_count: number }> {
  return inTransaction(deps, async (inside) => {
    const { db, clock } = inside
    const list = await lockOwnListByHand(db, viewer, listId)
    const at = clock()
    const done = await work(db, list, at)
    const games_count = await recount(db, listId, at)
    if (note !== null) await holdNewWords(inside, viewer, listId)
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
  const work = async (db: Db, list: LockedList, at: Date) => {
    const there = await queries.findGame(db, listId, gameId)
    return there ? { row: there, isNew: false } : insertGame(db, list, { gameId, note, position: wanted.position }, at)
  }
  const done = await changeGames(deps, viewer, listId, work, note)
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
  const work = async (db: Db, list: LockedList, at: Date) => {
    const there = await queries.findGame(db, listId, gameId)
    if (!there) return insertGame(db, list, { gameId, note: note ?? null, position }, at)
    if (note !== undefined) await queries.updateNote(db, listId, gameId, note)
    const to = Math.min(position ?? there.position, list.games_count)
    if (to !== there.position) await queries.moveGame(db, listId, gameId, there.position, to)
    return { row: { ...there, note: note === undefined ? there.note : note, position: to }, isNew: false }
  }
  const done = await changeGames(deps, viewer, listId, work, note)
  return { ...done, card }
}

async function insertGame(
  db: Db,
  { id, games_count }: LockedList,
  wanted: { gameId: GameId; note: string | null; position: number | undefined },
  at: Date,
) {
  const { gameId, note } = wanted
  if (games_count >= GAMES_MAX) refuse('conflict', 'list_full', LIST_TEXTS.full)
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
  const work = async (db: Db) => {
    const there = (await queries.findGame(db, listId, gameId)) ?? refuseMissingGame()
    await queries.updateNote(db, listId, gameId, note)
    return { row: { ...there, note } }
  }
  const { row } = await changeGames(deps, viewer, listId, work, note)
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
