import type { StoredName, TabName } from '#shared/browser-storage.ts'
import { allows, type Consent, type ConsentLevel, consentIn } from '#shared/consent.ts'

// What there is to keep in a browser, and the consent that it needs, is listed in shared/browser-storage.ts. Storage is reached
// here, cookies through preference-cookies.ts, and what consent.ts deletes it deletes by the list.

/** What was chosen in this browser, null when nothing was. */
export const ownConsent = (): Consent | null => consentIn(globalThis.document?.cookie)

/** What the visitor allows; only what is essential until something is chosen (G50). */
export const consentLevel = (): ConsentLevel => ownConsent()?.level ?? 'essential'

/**
 * Where what is convenient is kept: with functional consent the local storage, without it the tab's own, which a reload
 * survives and the end of the session does not (C52). Null where the browser allows no storage at all.
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

/** False when there is no room, or no storage. */
export const store = (name: StoredName, value: unknown): boolean => writeTo(consentedStorage(), name, value)

/** What ends with the tab needs no consent. */
export const readTabStored = (name: TabName): unknown => readFrom(storage('sessionStorage'), name)
export const storeInTab = (name: TabName, value: unknown): boolean => writeTo(storage('sessionStorage'), name, value)

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
