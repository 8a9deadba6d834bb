import { BROWSER_STORAGE, type BrowserStorageEntry } from '#shared/browser-storage.ts'
import { allows, CONSENT_COOKIE, type ConsentLevel } from '#shared/consent.ts'
import { COOKIE_SECONDS, consentText } from '#shared/consent-cookie.ts'
import { consentLevel, ownConsent, storage } from './consented-storage.ts'
import { writeCookie } from './preference-cookies.ts'

const CHANNEL = 'savepoint.consent'
const listeners = new Set<() => void>()
/** The timestamp of the latest choice that this tab has applied. */
let knownChoice = ownConsent()?.timestamp

/** Calls the listener after a choice, in this tab or another. Returns a function that removes it. */
export function onDecision(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Stores the choice for a year (R-PREF-14) and deletes everything that it no longer allows. */
export function saveConsent(level: ConsentLevel): void {
  writeCookie(CONSENT_COOKIE, consentText(level, new Date()), COOKIE_SECONDS.consent)
  knownChoice = ownConsent()?.timestamp
  for (const [name, item] of entries()) if (item.in === 'storage' && allows(level, item.needs)) moveToLocal(name)
  deleteUnconsented()
  notifyListeners()
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage('decided')
  channel.close()
}

/** Deletes everything that is stored without the required consent: after consent was withdrawn or has expired. */
export function deleteUnconsented(): void {
  const level = consentLevel()
  for (const [name, item] of entries()) {
    if (allows(level, item.needs)) continue
    if (item.in === 'cookie') writeCookie(name, '', 0)
    if (item.in === 'storage') deleteLocal(name)
  }
}

/** Applies a choice made in another tab at once, including one made between loading this document and this call. */
export function followOtherTabs(): () => void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.onmessage = notifyListeners
  if (ownConsent()?.timestamp !== knownChoice) notifyListeners()
  return () => channel.close()
}

function notifyListeners(): void {
  for (const listener of listeners) listener()
}

const entries = () => Object.entries<BrowserStorageEntry>(BROWSER_STORAGE)

/** Moves an item of convenience to local storage when consent is given. */
function moveToLocal(name: string): void {
  const here = storage('sessionStorage')
  try {
    const text = here?.getItem(name) ?? null
    if (text !== null) storage('localStorage')?.setItem(name, text)
    here?.removeItem(name)
  } catch {
    // Local storage is full: the app fetches the item again.
  }
}

function deleteLocal(name: string): void {
  try {
    storage('localStorage')?.removeItem(name)
  } catch {
    // Without storage there is nothing to delete.
  }
}
