import type { PreferenceCookie } from '#shared/browser-storage.ts'
import { allows } from '#shared/consent.ts'
import { COOKIE_SECONDS } from '#shared/consent-cookie.ts'
import { consentLevel } from './consented-storage.ts'

/**
 * Stores a preference for a year, with functional consent only; otherwise it lasts as long as the page (R-PREF-15,
 * C52).
 */
export function storePreference(name: PreferenceCookie, value: string): void {
  if (allows(consentLevel(), 'functional')) writeCookie(name, value, COOKIE_SECONDS.preferences)
}

/** With 0 seconds the cookie is deleted. */
export function writeCookie(name: string, value: string, seconds: number): void {
  const secure = location.protocol === 'https:' ? '; secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: not all browsers have the Cookie Store API yet
  document.cookie = `${name}=${value}; path=/; max-age=${seconds}; samesite=lax${secure}`
}
