import type { GameId } from '#shared/ids.ts'
import type { FeedSource } from '../activity.contract.ts'

export type { FeedSource }

const all = ['activity'] as const
const lists = [...all, 'list'] as const

/** Of the caches. Apart from the queries, so that who only looks whether something is there need not load them. */
export const activityKeys = {
  all,
  lists,
  feed: (from: FeedSource) => [...lists, 'feed', from] as const,
  ofGame: (gameId: GameId) => [...lists, 'game', gameId] as const,
  circle: [...all, 'circle'] as const,
}
