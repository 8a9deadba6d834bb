import * as z from 'zod/mini'
import { contract, flag } from '#shared/contract.ts'
import { TERM_KINDS } from './catalogue.endpoints.ts'
import { METADATA_FAILED } from './catalogue.texts.ts'
import { FILTER_QUERY, text } from './game-filters.schemas.ts'
import * as endpoints from './game-terms.endpoints.ts'

/** A choice of a filter. */
export const GameTerm = z.object({
  /** The id, or the name of a kind without ids: what the filter is given. */
  value: z.string(),
  name: z.string(),
  /** How many games of the catalogue have it; of genres, platforms, themes and modes how many of those that the other filters leave. */
  games: z.number(),
})
export type GameTerm = z.infer<typeof GameTerm>

export const listGameTerms = contract(endpoints.listGameTerms, {
  access: 'anyone',
  summary: 'List at most sixty choices of a filter, those of the most games first, or those whose names have the text',
  query: z.object({ ...FILTER_QUERY, kind: z.enum(TERM_KINDS), text: text(''), erotic: flag(false) }),
  response: z.object({ data: z.array(GameTerm) }),
  failureMessage: METADATA_FAILED,
  isPublic: true,
})
