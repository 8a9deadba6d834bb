export const THEMES = ['dark', 'light', 'system'] as const
export type Theme = (typeof THEMES)[number]

/** Used until the person chooses (R-PREF-07). */
export const DEFAULT_THEME: Theme = 'dark'
