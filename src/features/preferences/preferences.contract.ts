import * as z from 'zod/mini'
import { DATA_SOURCES, SEARCH_STRATEGIES } from '#features/catalogue/catalogue.contract.ts'
import { endpoint } from '#shared/endpoint.ts'
import { THEMES } from '#shared/theme.ts'

const Choices = z.object({
  /** The source of the catalogue's lists when a request names none (C38). */
  game_data_source: z.enum(DATA_SOURCES),
  /** The search strategy when a request names none (C38). */
  search_strategy: z.enum(SEARCH_STRATEGIES),
  /** Whether the member's browser stores the recently viewed games. */
  cache_enabled: z.boolean(),
  /** Whether requests fall back to the other source when the chosen one fails. */
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

export const getPreferences = endpoint({
  access: 'member',
  method: 'GET',
  path: '/api/user/preferences',
  summary: "The member's preferences; the defaults while nothing was chosen",
  response: Preferences,
})

export const updatePreferences = endpoint({
  access: 'member',
  method: 'PUT',
  path: '/api/user/preferences',
  summary: 'Choose some of the preferences; the others stay',
  body: PreferenceChange,
  response: Preferences,
})
