import { endpointsOf } from '#shared/endpoint.ts'
import type * as contracts from './achievements.contract.ts'

/** The number of achievements, and of games, that one request returns. */
export const TICKS_PAGE_SIZE = 50
export const GAMES_PAGE_SIZE = 24

const endpoint = endpointsOf<typeof contracts>()

export const batchAchievements = endpoint('POST', '/api/achievements/batch')
export const listOwnAchievements = endpoint('GET', '/api/achievements')
export const listOwnAchievementGames = endpoint('GET', '/api/achievements/games')
export const getOwnAchievementTotals = endpoint('GET', '/api/achievements/totals')
export const unlockAchievement = endpoint('PUT', '/api/achievements/:achievementId/unlock')
export const lockAchievement = endpoint('DELETE', '/api/achievements/:achievementId/unlock')
export const countAchievementMembers = endpoint('GET', '/api/games/:gameId/achievements/members')
export const listProfileAchievements = endpoint('GET', '/api/profiles/:handle/achievements')
