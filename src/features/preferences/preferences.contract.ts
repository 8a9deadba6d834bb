import * as z from 'zod/mini'
import { DATA_SOURCES, SEARCH_STRATEGIES } from '#features/catalogue/catalogue.contract.ts'
import { contract } from '#shared/contract.ts'
import { THEMES } from '#shared/theme.ts'
import * as endpoints from './preferences.endpoints.ts'

const Choices = z.object({
  /** The source of the catalogue's lists when a request names none (C38). */
  game_data_source: z.enum(DATA_SOURCES),
  /** The search strategy when a request names none (C38). */
  search_strategy: z.enum(SEARCH_STRATEGIES),
  /** Whether the member's browser stores the recently viewed games. */
  cache_enabled: z.boolean(),
  /** Whether a request falls back to the other source if the chosen one fails. */
  fallback_enabled: z.boolean(),
  /** Whether lists show erotic games (IGDB's theme 42). */
  erotic_games: z.boolean(),
  theme: z.enum(THEMES),
})

/** A member's row (R-PREF-01). */
export const Preferences = z.extend(Choices, {
  user_id: z.uuid(),
  /** Null while the member has chosen nothing and has only defaults. */
  updated_at: z.nullable(z.string()),
})
export type Preferences = z.infer<typeof Preferences>

export const PreferenceChange = z.partial(Choices)
export type PreferenceChange = z.infer<typeof PreferenceChange>

export const getPreferences = contract(endpoints.getPreferences, {
  access: 'member',
  summary: 'Get the member’s preferences; defaults for those never chosen',
  response: Preferences,
})

export const updatePreferences = contract(endpoints.updatePreferences, {
  access: 'member',
  summary: 'Update preferences; omitted ones stay unchanged',
  body: PreferenceChange,
  response: Preferences,
})
