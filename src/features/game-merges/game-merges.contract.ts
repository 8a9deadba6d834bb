import * as z from 'zod/mini'
import { GameCard } from '#features/catalogue/catalogue.contract.ts'
import { MOVED_KINDS, type MovedKind } from '#features/catalogue/merge-games.rules.ts'
import { contract } from '#shared/contract.ts'
import { GameId } from '#shared/ids.ts'
import * as endpoints from './game-merges.endpoints.ts'

const KINDS = Object.keys(MOVED_KINDS) as [MovedKind, ...MovedKind[]]
/** How many rows a game has, by kind. */
const Rows = z.partialRecord(z.enum(KINDS), z.number())

/** The game that goes, and the one that stays. */
const Pair = z.object({ from: GameId, to: GameId })

const Side = z.object({ game: GameCard, platforms: z.array(z.string()), rows: Rows })
export type MergeSide = z.infer<typeof Side>

const GameMerge = z.object({
  from: GameId,
  name: z.string(),
  into: z.object({ id: GameId, name: z.string() }),
  merged_at: z.string(),
  moved: Rows,
  /** Recorded, not too long ago, and no later merge is about the game that stays. */
  can_split: z.boolean(),
  /** When its record is or was deleted; null for one of before there were records. */
  split_until: z.nullable(z.string()),
})
export type GameMerge = z.infer<typeof GameMerge>

const NOT_BOTH = { 400: ['same_game'], 404: ['game_not_found'], 409: ['merged_meanwhile'] } as const

export const listGameMerges = contract(endpoints.listGameMerges, {
  access: 'admin',
  summary: 'List the latest fifty merges of games, the newest first',
  response: z.object({ merges: z.array(GameMerge) }),
})

export const previewGameMerge = contract(endpoints.previewGameMerge, {
  access: 'admin',
  summary: 'Get both games of a merge side by side, with what they have, and how many members have both',
  query: Pair,
  response: z.object({ from: Side, to: Side, both: z.object({ entries: z.number(), reviews: z.number() }) }),
  refusals: NOT_BOTH,
  budget: 'search',
})

export const mergeTwoGames = contract(endpoints.mergeTwoGames, {
  access: 'admin',
  summary: 'Merge a game into another one, with everything that members have of it',
  body: Pair,
  status: 201,
  response: z.object({ game: GameCard, moved: Rows }),
  refusals: NOT_BOTH,
})

const NOT_SPLIT = {
  404: ['merge_not_found'],
  409: ['merge_not_recorded', 'merge_record_deleted', 'later_merge_first'],
} as const
/** The game that was merged into another one. */
const Merged = z.object({ gameId: GameId })

const SplitPreview = z.object({
  from: z.object({ id: GameId, name: z.string() }),
  into: GameCard,
  /** The number of rows that return to the restored game, and of rows written after the merge, which keep the other game. */
  returns: Rows,
  stays: Rows,
})
export type SplitPreview = z.infer<typeof SplitPreview>

export const previewGameSplit = contract(endpoints.previewGameSplit, {
  access: 'admin',
  summary: 'Get what a split of two merged games gives back, and what was written since and stays',
  params: Merged,
  response: SplitPreview,
  refusals: NOT_SPLIT,
  budget: 'search',
})

export const splitTwoGames = contract(endpoints.splitTwoGames, {
  access: 'admin',
  summary: 'Split two games that were merged; each has again what was its own before the merge',
  params: Merged,
  status: 201,
  response: z.object({ game: GameCard }),
  refusals: NOT_SPLIT,
})
