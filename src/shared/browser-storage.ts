import type { ConsentLevel } from './consent.ts'
import { COOKIE_SECONDS } from './consent-cookie.ts'

export interface BrowserStorageEntry {
  /**
   * `storage`: local storage with the required consent, otherwise the tab's session storage, which survives a reload
   * (C52). `tab`: always session storage, because the item ends with the tab and the page cannot work without it.
   */
  in: 'cookie' | 'storage' | 'tab'
  needs: ConsentLevel
  /** In seconds; null for an item that ends with the tab or that the next one overwrites. */
  seconds: number | null
  /** The purpose, as the privacy page states it. */
  purpose: string
}

const DAY = 24 * 60 * 60

/**
 * Everything that Savepoint stores in a browser, and the consent that it requires (G50, C52). Code that stores something
 * new adds a line here. When consent is withdrawn, `web/consent.ts` deletes what the level does not allow by this list;
 * without consent such items are neither written nor read (`web/consented-storage.ts`).
 */
export const BROWSER_STORAGE = {
  consent: { in: 'cookie', needs: 'essential', seconds: COOKIE_SECONDS.consent, purpose: 'Your choice about cookies' },
  'savepoint.session_token': {
    in: 'cookie',
    needs: 'essential',
    seconds: 30 * DAY,
    purpose: 'Keeps you signed in; over TLS with __Host- before its name',
  },
  'savepoint.dont_remember': {
    in: 'cookie',
    needs: 'essential',
    seconds: null,
    purpose: 'Ends the session with the browser, where you did not want to be remembered',
  },
  'savepoint.device': {
    in: 'cookie',
    needs: 'essential',
    seconds: 180 * DAY,
    purpose: 'That you have signed in here before, so that you need not wait when others guess your password',
  },
  'savepoint.csrf': {
    in: 'cookie',
    needs: 'essential',
    seconds: 60 * 60,
    purpose: 'Proves that what is sent from here was sent by you',
  },
  'savepoint.state': {
    in: 'cookie',
    needs: 'essential',
    seconds: 10 * 60,
    purpose: 'Binds a sign-in through a provider to this browser',
  },
  theme: {
    in: 'cookie',
    needs: 'functional',
    seconds: COOKIE_SECONDS.preferences,
    purpose: 'Dark, light or as the device',
  },
  beta: {
    in: 'cookie',
    needs: 'functional',
    seconds: COOKIE_SECONDS.preferences,
    purpose: 'That you closed the beta banner',
  },
  'savepoint.filters': { in: 'storage', needs: 'functional', seconds: null, purpose: 'Your filters of the catalogue' },
  'savepoint.games': {
    in: 'storage',
    needs: 'functional',
    seconds: 60 * 60,
    purpose: 'The last hundred games that you looked at, so that they open at once',
  },
  'savepoint.viewed': {
    in: 'storage',
    needs: 'functional',
    seconds: null,
    purpose: 'The last twelve games that you looked at, to choose from when you log; forgotten when you sign out',
  },
  visit: {
    in: 'cookie',
    needs: 'analytics',
    seconds: COOKIE_SECONDS.analytics,
    purpose: 'The day of your last visit, so that a visit is counted once a day. Nothing that tells you from others',
  },
  'savepoint.scroll': { in: 'tab', needs: 'essential', seconds: null, purpose: 'How far down you were on a page' },
  'savepoint.reloaded': {
    in: 'tab',
    needs: 'essential',
    seconds: null,
    purpose: 'That an updated page was loaded once',
  },
} as const satisfies Record<string, BrowserStorageEntry>

type NamesIn<Place extends BrowserStorageEntry['in']> = {
  [Name in keyof typeof BROWSER_STORAGE]: (typeof BROWSER_STORAGE)[Name]['in'] extends Place ? Name : never
}[keyof typeof BROWSER_STORAGE]

export type StoredName = NamesIn<'storage'>
export type TabName = NamesIn<'tab'>
/** The preference cookies (R-PREF-11), which the browser itself writes. */
export type PreferenceCookie = 'theme' | 'beta'
