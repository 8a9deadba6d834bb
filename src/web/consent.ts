import { allows, CONSENT_COOKIE, COOKIE_SECONDS, type ConsentLevel, consentText } from '#shared/consent.ts'
import { KEPT_IN_BROWSER, type KeptInBrowser, type StoredName } from '#shared/kept-in-browser.ts'
import { consentLevel, forgetLocal, moveToLocal, writeCookie } from './consented-storage.ts'

const CHANNEL = 'savepoint.consent'
const listeners = new Set<() => void>()

/** Told after a choice, in this tab or another. */
export function onDecision(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Keeps the choice for a year (R-PREF-14), and what it allows from now on; deletes what it does not allow any more. */
export function decide(level: ConsentLevel): void {
  writeCookie(CONSENT_COOKIE, consentText(level, new Date()), COOKIE_SECONDS.consent)
  for (const [name, kept] of entries())
    if (kept.in === 'storage' && allows(level, kept.needs)) moveToLocal(name as StoredName)
  sweep()
  tellAll()
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage('decided')
  channel.close()
}

/** Deletes what is kept without the consent that it needs: after consent was withdrawn, or has run out. */
export function sweep(): void {
  const level = consentLevel()
  for (const [name, kept] of entries()) {
    if (allows(level, kept.needs)) continue
    if (kept.in === 'cookie') writeCookie(name, '', 0)
    if (kept.in === 'storage') forgetLocal(name as StoredName)
  }
}

/** A choice in another tab counts here at once. */
export function followOtherTabs(): () => void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.onmessage = tellAll
  return () => channel.close()
}

function tellAll(): void {
  for (const listener of listeners) listener()
}

const entries = () => Object.entries<KeptInBrowser>(KEPT_IN_BROWSER)
