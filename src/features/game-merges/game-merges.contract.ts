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
  summary: 'Merge a game into another one, with everything that members have of it; it cannot be undone',
  body: Pair,
  status: 201,
  response: z.object({ game: GameCard, moved: Rows }),
  refusals: NOT_BOTH,
})
