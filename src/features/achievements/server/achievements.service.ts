import type * as z from 'zod/mini'
import { fromCursor, readKeysetPart, readPart } from '#db/keyset.ts'
import { partOf } from '#db/page-numbers.ts'
import { inTransaction } from '#db/transaction.ts'
import { loadGameCards, syncAchievements } from '#features/catalogue/server/catalogue.service.ts'
import {
  type LibraryDeps,
  lockOwnEntry,
  type OwnEntry,
  refuseMissing,
} from '#features/library/server/library.service.ts'
import { followTicks } from '#features/play-log/server/progress/progress.service.ts'
import { type ProfileRequest, requireVisibleSection } from '#features/profiles/server/profiles.service.ts'
import { announce } from '#server/changes.ts'
import type { Reply, Shown, Viewer } from '#server/routes.ts'
import { tag } from '#server/tags.ts'
import type { AchievementId, GameId } from '#shared/ids.ts'
import { refuse } from '#shared/refusal.ts'
import type { batchAchievements, listOwnAchievements } from '../achievements.contract.ts'
import { GAMES_PAGE_SIZE } from '../achievements.endpoints.ts'
import { LATEST_ACHIEVEMENTS, MIN_MEMBERS } from '../achievements.rules.ts'
import { ACHIEVEMENT_TEXTS } from '../achievements.texts.ts'
import * as queries from './achievements.queries.ts'

export type AchievementsDeps = LibraryDeps

type Batch = z.output<typeof batchAchievements.body>

/** Stores achievements of a game (G15, R-BADGE-03); the catalogue decides whether to take the viewer's or its source's. */
export const storeBatch = (deps: AchievementsDeps, viewer: Viewer, { game_id, achievements }: Batch) =>
  syncAchievements(deps, viewer, game_id, achievements)

/**
 * Ticks an achievement (`unlockedAt`, by default now) or unticks it (null). One transaction writes the tick and the number of
 * the library entry with its history, which never loses a tick (`achievementsAfterTicks`). A repetition changes nothing.
 * Refuses with 404 when there is no such achievement, or its game is not in the viewer's library (G15).
 */
export function setTick(
  deps: AchievementsDeps,
  viewer: Viewer,
  id: AchievementId,
  unlockedAt: Date | 'now' | null,
): Promise<{ unlocked: boolean; entry: OwnEntry }> {
  return inTransaction(deps, async (inside) => {
    const { db, clock } = inside
    const gameId = await queries.findGameOf(db, id)
    if (!gameId) return refuse('not_found', 'achievement_not_found', ACHIEVEMENT_TEXTS.missing)
    // Locked, so that the ticks of one entry are counted one after the other.
    const entry = (await lockOwnEntry(db, viewer, gameId)) ?? refuseMissing()
    const tick = { userId: viewer.id, achievementId: id, gameId }
    const now = clock()
    const at = unlockedAt === 'now' || (unlockedAt !== null && unlockedAt > now) ? now : unlockedAt
    const isChanged = at === null ? await queries.deleteTick(db, tick) : await queries.insertTick(db, tick, at)
    const unlocked = at !== null
    if (!isChanged) return { unlocked, entry }
    const after = await queries.countTicks(db, viewer.id, gameId)
    const before = unlocked ? after - 1 : after + 1
    const changed = await followTicks(inside, viewer, entry, { before, after })
    await announce(db, [tag.achievementsOf(gameId)])
    return { unlocked, entry: changed }
  })
}

/** Lists a page of the viewer's own ticks with their games, in three queries. */
export async function listOwn(
  deps: AchievementsDeps,
  viewer: Viewer,
  query: z.output<typeof listOwnAchievements.query>,
) {
  const { rows, nextCursor } = await readKeysetPart(
    fromCursor(query.cursor),
    query.limit,
    (before, most) => queries.listTicks(deps.db, viewer.id, { gameId: query.game_id ?? null, before, most }),
    ({ unlocked_at, id }) => ({ at: unlocked_at, id }),
  )
  return { rows, cards: await cardsOf(deps, rows), nextCursor }
}

export async function listOwnGames(
  deps: AchievementsDeps,
  viewer: Viewer,
  { page, game_id = null }: { page: number; game_id?: GameId | null | undefined },
) {
  const { offset } = partOf({ page, limit: GAMES_PAGE_SIZE })
  const { rows, end } = await readPart(offset, GAMES_PAGE_SIZE, (offset, limit) =>
    queries.listGames(deps.db, viewer.id, game_id, { limit, offset }),
  )
  return { rows, cards: await cardsOf(deps, rows), hasMore: end !== undefined }
}

export const ownTotals = ({ db }: AchievementsDeps, viewer: Viewer) => queries.countTotals(db, viewer.id)

/** Returns the stored counts behind the rarity among members; empty while there are too few members. */
export async function memberCounts({ db }: AchievementsDeps, gameId: GameId, reply: Shown) {
  reply.shows(tag.achievementsOf(gameId))
  const members = await queries.findMembers(db, gameId)
  if (members < MIN_MEMBERS) return { members: 0, data: [] }
  return { members, data: await queries.listMemberCounts(db, gameId) }
}

/** Lists a member's latest ticks, if the viewer may see the library (G22); refuses as the profile does. */
export async function listLatestOf(deps: AchievementsDeps, request: ProfileRequest, reply: Reply) {
  const { id } = await requireVisibleSection(deps.db, request, 'library', reply)
  reply.shows(tag.shelf(id))
  const [rows, total] = await Promise.all([
    queries.listTicks(deps.db, id, { gameId: null, before: null, most: LATEST_ACHIEVEMENTS }),
    queries.countTicks(deps.db, id, null),
  ])
  return { rows, cards: await cardsOf(deps, rows), total }
}

const cardsOf = (deps: AchievementsDeps, rows: readonly { game_id: GameId }[]) =>
  loadGameCards(deps, [...new Set(rows.map(({ game_id }) => game_id))], deps.clock())
