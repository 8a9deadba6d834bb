import type { FeedKind } from '#features/mutes/mutes.rules.ts'
import type { ViewAs } from '#features/profiles/profiles.endpoints.ts'
import type { GameId, UserId } from '#shared/ids.ts'
import type { FeedSource } from '../activity.contract.ts'

export type { FeedSource }

const all = ['activity'] as const
const lists = [...all, 'list'] as const

/** The query keys, in a file of their own, so that code that only reads the cache does not load the queries. */
export const activityKeys = {
  all,
  lists,
  feed: (from: FeedSource, kind: FeedKind | null = null) => [...lists, 'feed', from, kind] as const,
  ofGame: (gameId: GameId) => [...lists, 'game', gameId] as const,
  ofMember: (userId: UserId, as: ViewAs | null, limit: number) => [...lists, 'member', userId, as, limit] as const,
  one: (activityId: string) => [...lists, 'one', activityId] as const,
  circle: [...all, 'circle'] as const,
}
