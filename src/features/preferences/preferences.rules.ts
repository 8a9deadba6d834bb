import type { PreferenceChange } from './preferences.contract.ts'

/** The default preferences (R-PREF-02, R-PREF-07). */
export const DEFAULT_PREFERENCES = {
  game_data_source: 'auto',
  search_strategy: 'smart',
  cache_enabled: true,
  fallback_enabled: true,
  erotic_games: false,
  theme: 'dark',
} as const satisfies Required<PreferenceChange>
