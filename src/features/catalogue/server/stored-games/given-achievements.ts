import * as z from 'zod/mini'
import type { Db } from '#db/db.ts'
import { inTransaction } from '#db/transaction.ts'
import { announce } from '#server/changes.ts'
import { tag } from '#server/tags.ts'
import { DAY_MS } from '#shared/durations.ts'
import type { GameId } from '#shared/ids.ts'
import { refuse } from '#shared/refusal.ts'
import { ACHIEVEMENTS_FAILED, ACHIEVEMENTS_UNVERIFIED, TOO_MANY_ACHIEVEMENTS } from '../../catalogue.texts.ts'
import { MAX_ACHIEVEMENTS } from '../../game-achievements.contract.ts'
import { GAME_TIMEOUT_MS } from '../../lists.rules.ts'
import type { LiveAnswers } from '../sources/live-answers/live-answers.ts'
import type { Source, SourceAchievement } from '../sources/source.ts'
import { listAchievementNames, lockGame } from './achievements.queries.ts'
import { storeAchievements } from './store-achievements.ts'
import { sourceOf } from './store-source-games.ts'

/** An achievement as an admin sends it. Without an id its name identifies it. */
export interface GivenAchievement {
  name: string
  description?: string | null | undefined
  icon_url?: string | null | undefined
  external_id?: string | undefined
}

/**
 * Stores achievements that an admin has sent for a stored game: changes those that the game has already, by their id or
 * else by their name, and adds the others (G15). A field that is not sent stays unchanged. Refuses with 400 when the game
 * would have more than fifty (R-BADGE-05), and then stores nothing.
 */
export function storeGivenAchievements(db: Db, gameId: GameId, given: readonly GivenAchievement[]): Promise<void> {
  return inTransaction({ db }, async ({ db }) => {
    await lockGame(db, gameId)
    const known = await listAchievementNames(db, gameId)
    const ids = new Set(known.map(({ external_id }) => external_id))
    const idOf = new Map(known.map(({ external_id, name }) => [keyOf(name), external_id]))
    const achievements = given.map(({ name, description = null, icon_url = null, external_id }) => ({
      externalId: external_id ?? idOf.get(keyOf(name)) ?? `name:${keyOf(name)}`,
      name,
      description,
      iconUrl: icon_url,
      rarity: null,
    }))
    const added = new Set(achievements.map(({ externalId }) => externalId)).difference(ids)
    if (added.size > 0 && ids.size + added.size > MAX_ACHIEVEMENTS)
      refuse('invalid', 'too_many_achievements', TOO_MANY_ACHIEVEMENTS)
    await storeAchievements(db, gameId, achievements)
    await announce(db, [tag.game(gameId)])
  })
}

const keyOf = (name: string) => name.trim().toLowerCase()

/** How long a response of a source is used: its free plan has few requests. */
const LIFETIME_MS = DAY_MS

const Fetched = z.nullable(
  z.array(
    z.object({
      externalId: z.string(),
      name: z.string(),
      description: z.nullable(z.string()),
      iconUrl: z.nullable(z.string()),
      rarity: z.nullable(z.number()),
    }),
  ),
)

/**
 * Stores the achievements that the source of a game lists (G15): what a member's client sends is not read. Refuses with 403
 * when no source lists achievements of this game, and with 502 when the source does not respond.
 */
export async function storeSourceAchievements(
  { db, live, sources }: { db: Db; live: LiveAnswers; sources: readonly Source[] },
  gameId: GameId,
): Promise<void> {
  const unverified = () => refuse('forbidden', '42501', ACHIEVEMENTS_UNVERIFIED)
  const source = sourceOf(gameId, sources) ?? unverified()
  const { answer } = await live.ask<{ list: readonly SourceAchievement[] | null }>({
    text: `achievements ${gameId}`,
    sources: [source.name],
    lifetimeMs: LIFETIME_MS,
    timeoutMs: GAME_TIMEOUT_MS,
    parse: (cached) => z.safeParse(z.object({ list: Fetched }), cached).data ?? null,
    ask: async () => ({ list: await source.fetchAchievements(gameId) }),
  })
  if (answer === null) return refuse('upstream', 'upstream_failed', ACHIEVEMENTS_FAILED, { status: 502 })
  const list = answer.list ?? unverified()
  await inTransaction({ db }, async ({ db }) => {
    await storeAchievements(db, gameId, list)
    await announce(db, [tag.game(gameId)])
  })
}
