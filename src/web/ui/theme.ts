import { DEFAULT_THEME, THEMES, type Theme } from '#shared/theme.ts'
import { onDecision } from '../consent.ts'
import { storePreference } from '../preference-cookies.ts'

export { THEMES, type Theme }

const CHANNEL = 'savepoint.theme'
const listeners = new Set<() => void>()
/** What was chosen since the document was opened. Without functional consent it lives only here (C52). */
let chosen: Theme | null = null

/** What the document shows: theme-boot.js has set it before the first paint, or the server for a member. */
export function readTheme(): Theme {
  const { theme } = document.documentElement.dataset
  return THEMES.find((known) => known === theme) ?? DEFAULT_THEME
}

export function showTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme
  for (const listener of listeners) listener()
}

/** Shows what a person chose, here and in the other tabs, and keeps it where that is allowed (R-PREF-05, R-PREF-15). */
export function setTheme(theme: Theme): void {
  chosen = theme
  showTheme(theme)
  storePreference('theme', theme)
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage(theme)
  channel.close()
}

export function onThemeChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Shows what is chosen in another tab; keeps what was chosen here before that was allowed, once it is. */
export function followTheme(): () => void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.onmessage = ({ data }: MessageEvent<Theme>) => {
    chosen = data
    showTheme(data)
  }
  const stop = onDecision(() => {
    if (chosen !== null) storePreference('theme', chosen)
  })
  return () => {
    stop()
    channel.close()
  }
}
