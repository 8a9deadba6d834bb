import * as z from 'zod/mini'
import { GameCard } from '#features/catalogue/catalogue.contract.ts'
import { Achievement } from '#features/catalogue/game-achievements.contract.ts'
import { Entry } from '#features/library/library.contract.ts'
import { OneProfile, viewAs } from '#features/profiles/profiles.contract.ts'
import { contract, numberUpTo, pageNumber } from '#shared/contract.ts'
import { AchievementId, GameId } from '#shared/ids.ts'
import * as endpoints from './achievements.endpoints.ts'
import { TICKS_PAGE_SIZE } from './achievements.endpoints.ts'
import { AchievementsBatch } from './achievements.schemas.ts'
import { ACHIEVEMENT_TEXTS } from './achievements.texts.ts'

/** An achievement that a member has ticked. */
export const UnlockedAchievement = z.extend(Achievement, {
  game: GameCard,
  /** ISO 8601 in UTC. */
  unlocked_at: z.string(),
})
export type UnlockedAchievement = z.infer<typeof UnlockedAchievement>

/** A game in which a member has ticked achievements. */
export const AchievementGame = z.object({
  game: GameCard,
  unlocked: z.number(),
  /** The number of the game's achievements. */
  total: z.number(),
})
export type AchievementGame = z.infer<typeof AchievementGame>

export const batchAchievements = contract(endpoints.batchAchievements, {
  access: 'member',
  summary:
    'Store up to fifty achievements of a game, by external_id or else by name. Admins send them; for a member the server stores the list of the game’s source instead (G15)',
  body: AchievementsBatch,
  response: z.object({ data: z.array(Achievement) }),
  refusals: { 400: ['too_many_achievements'], 403: ['42501'], 404: ['game_not_found'], 502: ['upstream_failed'] },
  failureMessage: ACHIEVEMENT_TEXTS.batchFailed,
})

export const listOwnAchievements = contract(endpoints.listOwnAchievements, {
  access: 'member',
  summary: 'List the viewer’s ticked achievements, the latest first; with game_id those of one game',
  query: z.object({
    game_id: z.catch(z.optional(GameId), undefined),
    cursor: z.optional(z.string()),
    limit: numberUpTo(100, TICKS_PAGE_SIZE),
  }),
  response: z.object({ data: z.array(UnlockedAchievement), nextCursor: z.nullable(z.string()) }),
})

export const listOwnAchievementGames = contract(endpoints.listOwnAchievementGames, {
  access: 'member',
  summary: 'List the games in which the viewer has ticked achievements, the latest first; with game_id one of them',
  query: z.object({
    game_id: z.catch(z.optional(GameId), undefined),
    page: pageNumber,
  }),
  response: z.object({ data: z.array(AchievementGame), hasMore: z.boolean() }),
})

export const getOwnAchievementTotals = contract(endpoints.getOwnAchievementTotals, {
  access: 'member',
  summary: 'Get the numbers of the viewer’s ticked achievements, of their games, and of games with all achievements',
  response: z.object({ unlocked: z.number(), games: z.number(), complete: z.number() }),
})

const NO_TIME = 'When it was unlocked must be a date with a time'
/** From 1970 on, because cursors hold such times. */
const unlockedAt = z.iso.datetime(NO_TIME).check(z.refine((text) => Date.parse(text) >= 0, NO_TIME))

const OneAchievement = z.object({ achievementId: AchievementId })
const Ticked = z.object({
  unlocked: z.boolean(),
  /** The number of the library entry, which follows the ticks (G15). */
  achievements_completed: z.number(),
  entry: Entry,
})

export const unlockAchievement = contract(endpoints.unlockAchievement, {
  access: 'member',
  summary: 'Tick an achievement of a game in the viewer’s library; a repetition changes nothing',
  params: OneAchievement,
  body: z.object({
    /** When it was unlocked; by default and at most now. An undo restores the former time. */
    unlocked_at: z.optional(unlockedAt),
  }),
  response: Ticked,
  refusals: { 404: ['achievement_not_found', 'entry_not_found'] },
  signInMessage: ACHIEVEMENT_TEXTS.signInToTick,
})

export const lockAchievement = contract(endpoints.lockAchievement, {
  access: 'member',
  summary: 'Untick an achievement; a repetition changes nothing',
  params: OneAchievement,
  response: Ticked,
  refusals: { 404: ['achievement_not_found', 'entry_not_found'] },
  signInMessage: ACHIEVEMENT_TEXTS.signInToTick,
})

export const countAchievementMembers = contract(endpoints.countAchievementMembers, {
  access: 'anyone',
  summary:
    'Get how many members have ticked at least one achievement of a game, and each of them; empty while there are fewer than five',
  params: z.object({ gameId: GameId }),
  response: z.object({
    members: z.number(),
    data: z.array(z.object({ achievement_id: z.string(), members: z.number() })),
  }),
})
export type AchievementMembers = z.infer<typeof countAchievementMembers.response>

export const listProfileAchievements = contract(endpoints.listProfileAchievements, {
  access: 'anyone',
  summary: 'List the latest five achievements of a member, if the viewer may see the library',
  params: OneProfile,
  query: z.object({ as: viewAs }),
  response: z.object({ data: z.array(UnlockedAchievement), total: z.number() }),
  refusals: { 400: ['validation_failed'], 403: ['42501'], 404: ['PGRST116'], 429: ['PGRST301'] },
  budget: 'profile-read',
})
