import type { StoredName, TabName } from '#shared/browser-storage.ts'
import { allows, type Consent, type ConsentLevel, consentIn } from '#shared/consent.ts'

// shared/browser-storage.ts lists everything that a browser may store, and the required consent. This file accesses
// storage, preference-cookies.ts cookies, and consent.ts deletes by the list.

/** The choice made in this browser; null when there is none. */
export const ownConsent = (): Consent | null => consentIn(globalThis.document?.cookie)

/** What the visitor allows; only essential items until there is a choice (G50). */
export const consentLevel = (): ConsentLevel => ownConsent()?.level ?? 'essential'

/**
 * Returns the storage for items of convenience: local storage with functional consent, otherwise session storage, which
 * survives a reload but not the end of the session (C52). Null where the browser allows no storage at all.
 */
function consentedStorage(): Storage | null {
  return storage(allows(consentLevel(), 'functional') ? 'localStorage' : 'sessionStorage')
}

export function storage(which: 'localStorage' | 'sessionStorage'): Storage | null {
  try {
    return globalThis[which] ?? null
  } catch {
    return null
  }
}

export const readStored = (name: StoredName): unknown => readFrom(consentedStorage(), name)

/** Returns false when there is no room, or no storage. */
export const store = (name: StoredName, value: unknown): boolean => writeTo(consentedStorage(), name, value)

/** Items that end with the tab need no consent. */
export const readTabStored = (name: TabName): unknown => readFrom(storage('sessionStorage'), name)
export const storeInTab = (name: TabName, value: unknown): boolean => writeTo(storage('sessionStorage'), name, value)

function readFrom(storage: Storage | null, name: string): unknown {
  try {
    return JSON.parse(storage?.getItem(name) ?? 'null')
  } catch {
    return null
  }
}

function writeTo(storage: Storage | null, name: string, value: unknown): boolean {
  try {
    if (value === null) storage?.removeItem(name)
    else storage?.setItem(name, JSON.stringify(value))
    return storage !== null
  } catch {
    return false
  }
}
