import { DEFAULT_THEME, THEMES, type Theme } from '#shared/theme.ts'
import { onDecision } from '../consent.ts'
import { storePreference } from '../preference-cookies.ts'

export type { Theme }

const CHANNEL = 'savepoint.theme'
const listeners = new Set<() => void>()
/** The choice since the document was opened. Without functional consent it is stored only here (C52). */
let chosen: Theme | null = null

/** Returns the theme of the document, set by theme-boot.js before the first paint, or for a member by the server. */
export function readTheme(): Theme {
  const { theme } = document.documentElement.dataset
  return THEMES.find((known) => known === theme) ?? DEFAULT_THEME
}

export function showTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme
  for (const listener of listeners) listener()
}

/** Applies a chosen theme in this tab and the others, and stores it if consent allows that (R-PREF-05, R-PREF-15). */
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

/** Applies themes chosen in other tabs, and stores the choice of this tab once consent allows it. */
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
