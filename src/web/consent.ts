import { BROWSER_STORAGE, type BrowserStorageEntry } from '#shared/browser-storage.ts'
import { allows, CONSENT_COOKIE, type ConsentLevel } from '#shared/consent.ts'
import { COOKIE_SECONDS, consentText } from '#shared/consent-cookie.ts'
import { consentLevel, ownConsent, storage } from './consented-storage.ts'
import { writeCookie } from './preference-cookies.ts'

const CHANNEL = 'savepoint.consent'
const listeners = new Set<() => void>()
/** When the choice was made that this tab knows of. */
let knownChoice = ownConsent()?.timestamp

/** Told after a choice, in this tab or another. */
export function onDecision(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Keeps the choice for a year (R-PREF-14), and what it allows from now on; deletes what it does not allow any more. */
export function saveConsent(level: ConsentLevel): void {
  writeCookie(CONSENT_COOKIE, consentText(level, new Date()), COOKIE_SECONDS.consent)
  knownChoice = ownConsent()?.timestamp
  for (const [name, kept] of entries()) if (kept.in === 'storage' && allows(level, kept.needs)) moveToLocal(name)
  deleteUnconsented()
  tellAll()
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage('decided')
  channel.close()
}

/** Deletes what is kept without the consent that it needs: after consent was withdrawn, or has run out. */
export function deleteUnconsented(): void {
  const level = consentLevel()
  for (const [name, kept] of entries()) {
    if (allows(level, kept.needs)) continue
    if (kept.in === 'cookie') writeCookie(name, '', 0)
    if (kept.in === 'storage') forgetLocal(name)
  }
}

/** Applies a choice made in another tab at once, also one made after this document was loaded and before this call. */
export function followOtherTabs(): () => void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.onmessage = tellAll
  if (ownConsent()?.timestamp !== knownChoice) tellAll()
  return () => channel.close()
}

function tellAll(): void {
  for (const listener of listeners) listener()
}

const entries = () => Object.entries<BrowserStorageEntry>(BROWSER_STORAGE)

/** What is convenient moves along when consent is given; what was kept in the tab is no more there then. */
function moveToLocal(name: string): void {
  const here = storage('sessionStorage')
  try {
    const text = here?.getItem(name) ?? null
    if (text !== null) storage('localStorage')?.setItem(name, text)
    here?.removeItem(name)
  } catch {
    // No room: then it is fetched again.
  }
}

function forgetLocal(name: string): void {
  try {
    storage('localStorage')?.removeItem(name)
  } catch {
    // No storage, so nothing is kept.
  }
}
