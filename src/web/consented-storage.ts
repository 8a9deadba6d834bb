import { allows, COOKIE_SECONDS, type ConsentLevel, consentIn } from '#shared/consent.ts'
import type { PreferenceCookie, StoredName, TabName } from '#shared/kept-in-browser.ts'

// The one place that writes to and reads from the browser's storage and its cookies; what there is to keep, and the consent
// that it needs, is listed in shared/kept-in-browser.ts.

/** What the visitor allows; only what is essential until something is chosen (G50). */
export function consentLevel(): ConsentLevel {
  return consentIn(globalThis.document?.cookie)?.level ?? 'essential'
}

/**
 * Where what is convenient is kept: with functional consent the local storage, without it the tab's own, which a reload
 * survives and the end of the session does not (C52). Null where the browser allows no storage at all.
 */
function consentedStorage(): Storage | null {
  return storage(allows(consentLevel(), 'functional') ? 'localStorage' : 'sessionStorage')
}

function storage(which: 'localStorage' | 'sessionStorage'): Storage | null {
  try {
    return globalThis[which] ?? null
  } catch {
    return null
  }
}

export const readKept = (name: StoredName): unknown => readFrom(consentedStorage(), name)

/** False when there is no room, or no storage. */
export const keep = (name: StoredName, value: unknown): boolean => writeTo(consentedStorage(), name, value)

/** What ends with the tab needs no consent. */
export const readOfTab = (name: TabName): unknown => readFrom(storage('sessionStorage'), name)
export const keepOfTab = (name: TabName, value: unknown): boolean => writeTo(storage('sessionStorage'), name, value)

function readFrom(place: Storage | null, name: string): unknown {
  try {
    return JSON.parse(place?.getItem(name) ?? 'null')
  } catch {
    return null
  }
}

function writeTo(place: Storage | null, name: string, value: unknown): boolean {
  try {
    if (value === null) place?.removeItem(name)
    else place?.setItem(name, JSON.stringify(value))
    return place !== null
  } catch {
    return false
  }
}

/** Keeps a preference for a year, with functional consent only; else it lives as long as the page (R-PREF-15, C52). */
export function keepPreference(name: PreferenceCookie, value: string): void {
  if (allows(consentLevel(), 'functional')) writeCookie(name, value, COOKIE_SECONDS.preferences)
}

/** With 0 seconds the cookie is deleted. */
export function writeCookie(name: string, value: string, seconds: number): void {
  const secure = location.protocol === 'https:' ? '; secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is not everywhere yet
  document.cookie = `${name}=${value}; path=/; max-age=${seconds}; samesite=lax${secure}`
}

/** What is convenient moves along when consent is given; what was kept in the tab is no more there then. */
export function moveToLocal(name: StoredName): void {
  const here = storage('sessionStorage')
  try {
    const text = here?.getItem(name)
    if (text !== null && text !== undefined) storage('localStorage')?.setItem(name, text)
    here?.removeItem(name)
  } catch {
    // No room: then it is fetched again.
  }
}

export function forgetLocal(name: StoredName): void {
  try {
    storage('localStorage')?.removeItem(name)
  } catch {
    // No storage, so nothing is kept.
  }
}
