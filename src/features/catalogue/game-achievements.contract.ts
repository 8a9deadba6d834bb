import * as z from 'zod/mini'
import { contract } from '#shared/contract.ts'
import { GameId } from '#shared/ids.ts'
import * as endpoints from './game-achievements.endpoints.ts'

/** The largest number of stored and listed achievements of a game. */
export const MAX_ACHIEVEMENTS = 50

export const Achievement = z.object({
  id: z.string(),
  name: z.string(),
  description: z.nullable(z.string()),
  /** Through our image service; null while the picture's host is unreachable. */
  icon_url: z.nullable(z.string()),
  /** The percentage of the source's players who have it, 0 to 100. */
  rarity: z.nullable(z.number()),
})
export type Achievement = z.infer<typeof Achievement>

export const listGameAchievements = contract(endpoints.listGameAchievements, {
  access: 'anyone',
  summary: 'List at most fifty achievements of a game, in the source’s order',
  params: z.object({ gameId: GameId }),
  response: z.object({ data: z.array(Achievement) }),
  refusals: { 404: ['game_not_found'] },
  isPublic: true,
})
