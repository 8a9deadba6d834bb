export const THEMES = ['dark', 'light', 'system'] as const
export type Theme = (typeof THEMES)[number]

/** Until somebody chooses (R-PREF-07). */
export const DEFAULT_THEME: Theme = 'dark'
