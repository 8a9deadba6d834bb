export type Theme = 'dark' | 'light' | 'system'

export const THEMES: readonly Theme[] = ['dark', 'light', 'system']

const listeners = new Set<() => void>()

/** What the member chose; dark until then. The cookie is read by theme-boot.js before the first paint. */
export function readTheme(cookies = document.cookie): Theme {
  const value = /(?:^|; )theme=(dark|light|system)(?:;|$)/.exec(cookies)?.[1]
  return (value as Theme | undefined) ?? 'dark'
}

/** Keeps the choice for a year and shows it. */
export function setTheme(theme: Theme): void {
  const secure = location.protocol === 'https:' ? '; secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is not everywhere yet
  document.cookie = `theme=${theme}; path=/; max-age=31536000; samesite=lax${secure}`
  document.documentElement.dataset.theme = theme
  for (const listener of listeners) listener()
}

export function onThemeChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
