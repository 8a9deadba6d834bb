import * as z from 'zod/mini'
import { contract } from '#shared/contract.ts'
import { GameId } from '#shared/ids.ts'
import { GameCard, GameSummary, Term } from './catalogue.contract.ts'
import { DETAILS_FAILED, EXISTENCE_FAILED } from './catalogue.texts.ts'
import * as endpoints from './validation.endpoints.ts'

/** Why an id does not name a game: `api_error` means that no source responded (R-GAME-45). */
const INVALID_REASONS = ['not_found', 'api_error', 'invalid_id'] as const

export const validateGame = contract(endpoints.validateGame, {
  access: 'anyone',
  summary: 'Check whether an id names a game',
  // Any text is accepted, because an invalid id is a result here and not an error.
  params: z.object({ gameId: z.string().check(z.maxLength(100)) }),
  response: z.discriminatedUnion('valid', [
    z.object({ valid: z.literal(true) }),
    z.object({ valid: z.literal(false), reason: z.enum(INVALID_REASONS) }),
  ]),
  failureMessage: DETAILS_FAILED,
})

const VALIDATION_REASONS = [
  'valid',
  'needs_validation',
  'validated_success',
  'validation_failed',
  'max_retries_exceeded',
] as const

/** The largest number of ids in one bulk call (R-CACHE-12). */
const MAX_BULK_IDS = 500

/** A game in a bulk response: a stored game, or a placeholder (C46). */
export const BulkGame = z.extend(GameSummary, {
  // The requested text when it is not a valid id.
  id: z.string(),
  rating: z.nullable(z.number()),
  total_rating_count: z.number(),
  hype_count: z.number(),
  summary: z.nullable(z.string()),
  publisher: z.nullable(z.string()),
  genres: z.array(Term),
  platforms: z.array(Term),
  isValidated: z.boolean(),
  validationReason: z.enum(VALIDATION_REASONS),
  /** ISO 8601; null when the id was never checked. */
  lastValidated: z.nullable(z.string()),
  /** True when a later request may return the game. */
  canRetry: z.boolean(),
})
export type BulkGame = z.infer<typeof BulkGame>

export const loadGames = contract(endpoints.loadGames, {
  access: 'anyone',
  summary: 'Get up to 500 games at once, in the requested order, with placeholders for missing games',
  body: z.object({ ids: z.array(z.string().check(z.trim(), z.maxLength(100))).check(z.maxLength(MAX_BULK_IDS)) }),
  response: z.object({ games: z.array(BulkGame) }),
  // A read sent as POST: it uses the read budget, and needs the token like every POST (G09).
  budget: 'read',
  failureMessage: DETAILS_FAILED,
})

export const ensureStored = contract(endpoints.ensureStored, {
  access: 'member',
  summary: 'Make sure that a game is stored; fetches it from its source if it is not',
  body: z.object({ game_id: GameId }),
  response: z.object({ game: GameCard, created: z.boolean() }),
  refusals: { 404: ['game_not_found'], 502: ['upstream_failed'] },
  failureMessage: EXISTENCE_FAILED,
})
