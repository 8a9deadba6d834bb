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
 * Everything that Savepoint stores in a browser, and the consent that it requires (G50, C52). The consent bar shows this
 * list. Code that stores something new adds a line here.
 *
 * Who may write it: in the browser only `web/consented-storage.ts` (storage), `web/preference-cookies.ts` (cookies) and
 * `web/consent.ts` (moves and deletes by this list, when consent is given or withdrawn); `web/ui/theme-boot.js` reads
 * cookies. On the server `server/cookies.ts` and better-auth write cookies. `tests/browser-storage.test.ts` refuses other
 * code that accesses storage and cookies the server names that are not here. `tests/cookies.test.ts` compares names and
 * durations with what the server sets, and the test client refuses any other cookie in every test of a route.
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
    seconds: 5 * 60,
    purpose: 'Binds a sign-in through a provider to this browser',
  },
  'savepoint.two_factor': {
    in: 'cookie',
    needs: 'essential',
    seconds: 10 * 60,
    purpose: 'Binds a sign-in that waits for its second step to this browser',
  },
  'savepoint.trust_device': {
    in: 'cookie',
    needs: 'essential',
    seconds: 30 * DAY,
    purpose: 'That you chose to trust this device, so that signing in here asks for no code',
  },
  'savepoint.passkey_challenge': {
    in: 'cookie',
    needs: 'essential',
    seconds: 5 * 60,
    purpose: 'Binds the response of your passkey to this browser',
  },
  'savepoint.recovery': {
    in: 'cookie',
    needs: 'essential',
    seconds: 60 * 60,
    purpose: 'The code of the link for a new password that you opened, until you set the password',
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
  'savepoint.searches': {
    in: 'storage',
    needs: 'functional',
    seconds: null,
    purpose: 'The last eight things that you searched or opened from the search; forgotten when you sign out',
  },
  'savepoint.drafts': {
    in: 'storage',
    needs: 'functional',
    seconds: null,
    purpose: 'What you were writing and have not saved, such as a review; forgotten when you save it or sign out',
  },
  visit: {
    in: 'cookie',
    needs: 'analytics',
    seconds: COOKIE_SECONDS.analytics,
    purpose: 'The day of your last visit, so that a visit is counted once a day. Nothing that tells you from others',
  },
  'savepoint.scroll': { in: 'tab', needs: 'essential', seconds: null, purpose: 'How far down you were on a page' },
  'savepoint.typed': {
    in: 'tab',
    needs: 'essential',
    seconds: null,
    purpose: 'What you typed into a form that you have not sent, so that it survives a reload; never a password',
  },
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
