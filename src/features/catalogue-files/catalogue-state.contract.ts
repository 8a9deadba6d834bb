import * as z from 'zod/mini'
import { contract } from '#shared/contract.ts'
import * as endpoints from './catalogue-state.endpoints.ts'

/** A source of games. What it asked and how it failed is known to this node, since its start. */
export const SourceState = z.object({
  name: z.enum(['igdb', 'rawg', 'local']),
  /** False without its settings; the built-in catalogue is always on. */
  is_on: z.boolean(),
  /** Set while the circuit breaker sends no queries. */
  paused_until: z.nullable(z.string()),
  is_quota_used_up: z.boolean(),
  asked: z.number(),
  failed: z.number(),
  last_failure: z.nullable(z.object({ kind: z.string(), at: z.string() })),
  /**
   * Stored games with an id of this source, the latest refresh of one of them, and how many need one. Up to a minute old.
   */
  games: z.number(),
  refreshed_at: z.nullable(z.string()),
  due: z.number(),
})
export type SourceState = z.infer<typeof SourceState>

/** An import of a file with games. */
export const ImportState = z.object({
  file: z.string(),
  format: z.string(),
  started_at: z.string(),
  updated_at: z.string(),
  finished_at: z.nullable(z.string()),
  /** The records that are done; the others say what became of them. */
  read: z.number(),
  new: z.number(),
  enriched: z.number(),
  unchanged: z.number(),
  merged: z.number(),
  rejected: z.number(),
})
export type ImportState = z.infer<typeof ImportState>

export const getCatalogueState = contract(endpoints.getCatalogueState, {
  access: 'admin',
  summary: 'Get the state of the game sources, of the refresh queue and of the latest imports',
  response: z.object({
    sources: z.array(SourceState),
    /** The most games that a run of the refresh job fetches, by source. */
    refreshed_at_once: z.object({ igdb: z.number(), rawg: z.number() }),
    /** True while an import runs on any node or at the terminal. */
    is_importing: z.boolean(),
    imports: z.array(ImportState),
  }),
  budget: 'search',
})
