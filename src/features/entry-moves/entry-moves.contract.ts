import * as z from 'zod/mini'
import { GameCard } from '#features/catalogue/catalogue.contract.ts'
import { MOVED_KINDS, type MovedKind } from '#features/catalogue/merge-games.rules.ts'
import { contract } from '#shared/contract.ts'
import { GameId } from '#shared/ids.ts'
import * as endpoints from './entry-moves.endpoints.ts'
import { MOVES_MAX } from './entry-moves.rules.ts'
import { MOVE_LIMITS } from './entry-moves.texts.ts'

// Moves entries of the viewer's library to the games that they are really about (decision 0130).

const KINDS = Object.keys(MOVED_KINDS) as [MovedKind, ...MovedKind[]]

const games = z
  .array(GameId, MOVE_LIMITS.none)
  .check(z.minLength(1, MOVE_LIMITS.none), z.maxLength(MOVES_MAX, MOVE_LIMITS.tooMany))

const PlannedMove = z.object({
  from: GameCard,
  /** The game to which it moves; null when it is an edition of no game that is stored. */
  to: z.nullable(GameCard),
  /** What moves, by kind. */
  rows: z.partialRecord(z.enum(KINDS), z.number()),
  /** Whether the library, and the viewer's reviews, have the other game, too: then both become one. */
  joins: z.object({ entry: z.boolean(), review: z.boolean() }),
})
export type PlannedMove = z.infer<typeof PlannedMove>

export const previewMoves = contract(endpoints.previewMoves, {
  access: 'member',
  summary:
    'Get what a move of entries to another game takes along, and what becomes one; without `to` each to its main game',
  query: z.object({
    from: z.pipe(
      z.pipe(
        z.string(MOVE_LIMITS.none),
        z.transform((text: string) => text.split(',')),
      ),
      games,
    ),
    to: z.optional(GameId),
  }),
  response: z.object({ moves: z.array(PlannedMove) }),
  refusals: { 400: ['same_game'], 404: ['game_not_found', 'entry_not_found'] },
  budget: 'search',
})

export const moveGames = contract(endpoints.moveGames, {
  access: 'member',
  summary: 'Move entries with everything that belongs to them to another game; `to` null: each to its main game',
  body: z.object({ from: games, to: z.nullable(GameId) }),
  /** By these ids the moves are undone. Entries of games that have no main game stay. */
  response: z.object({ undo_ids: z.array(z.string()) }),
  refusals: { 400: ['same_game'], 404: ['game_not_found', 'entry_not_found'] },
})

export const undoMovedGames = contract(endpoints.undoMovedGames, {
  access: 'member',
  summary: 'Undo moves of entries; what was written since stays with the other game',
  body: z.object({
    undo_ids: z
      .array(z.uuid(MOVE_LIMITS.undo), MOVE_LIMITS.undo)
      .check(z.minLength(1, MOVE_LIMITS.undo), z.maxLength(MOVES_MAX, MOVE_LIMITS.tooMany)),
  }),
  response: z.object({ restored: z.number() }),
  refusals: { 404: ['move_not_found', 'game_not_found'], 409: ['later_move_first'] },
})
