import { STORAGE_PURPOSES } from './browser-storage.texts.ts'
import type { ConsentLevel } from './consent.ts'
import { COOKIE_SECONDS } from './consent-cookie.ts'

export interface BrowserStorageEntry {
  /**
   * `storage`: local storage with the required consent, otherwise the tab's session storage, which survives a reload
   * (C52). `tab`: always session storage, because the item ends with the tab and the page cannot work without it. `device`: the
   * service worker's caches and database (decision 0131).
   */
  in: 'cookie' | 'storage' | 'tab' | 'device'
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
 * `web/consent.ts` (moves and deletes by this list, when consent is given or withdrawn), and the service worker
 * (device); `web/ui/theme-boot.js` reads cookies. On the server `server/cookies.ts` and better-auth write cookies. `tests/browser-storage.test.ts` refuses other
 * code that accesses storage and cookies the server names that are not here. `tests/cookies.test.ts` compares names and
 * durations with what the server sets, and the test client refuses any other cookie in every test of a route.
 */
export const BROWSER_STORAGE = {
  consent: { in: 'cookie', needs: 'essential', seconds: COOKIE_SECONDS.consent, purpose: 'Your choice about cookies' },
  'savepoint.session_token': {
    in: 'cookie',
    needs: 'essential',
    seconds: 30 * DAY,
    purpose: STORAGE_PURPOSES.session,
  },
  'savepoint.dont_remember': {
    in: 'cookie',
    needs: 'essential',
    seconds: null,
    purpose: STORAGE_PURPOSES.notRemembered,
  },
  'savepoint.device': {
    in: 'cookie',
    needs: 'essential',
    seconds: 180 * DAY,
    purpose: STORAGE_PURPOSES.device,
  },
  'savepoint.csrf': {
    in: 'cookie',
    needs: 'essential',
    seconds: 60 * 60,
    purpose: STORAGE_PURPOSES.csrf,
  },
  'savepoint.state': {
    in: 'cookie',
    needs: 'essential',
    seconds: 5 * 60,
    purpose: STORAGE_PURPOSES.providerState,
  },
  'savepoint.two_factor': {
    in: 'cookie',
    needs: 'essential',
    seconds: 10 * 60,
    purpose: STORAGE_PURPOSES.secondStep,
  },
  'savepoint.trust_device': {
    in: 'cookie',
    needs: 'essential',
    seconds: 30 * DAY,
    purpose: STORAGE_PURPOSES.trustedDevice,
  },
  'savepoint.passkey_challenge': {
    in: 'cookie',
    needs: 'essential',
    seconds: 5 * 60,
    purpose: STORAGE_PURPOSES.passkey,
  },
  'savepoint.recovery': {
    in: 'cookie',
    needs: 'essential',
    seconds: 60 * 60,
    purpose: STORAGE_PURPOSES.resetCode,
  },
  theme: {
    in: 'cookie',
    needs: 'functional',
    seconds: COOKIE_SECONDS.preferences,
    purpose: STORAGE_PURPOSES.theme,
  },
  beta: {
    in: 'cookie',
    needs: 'functional',
    seconds: COOKIE_SECONDS.preferences,
    purpose: STORAGE_PURPOSES.beta,
  },
  'savepoint.filters': { in: 'storage', needs: 'functional', seconds: null, purpose: STORAGE_PURPOSES.filters },
  'savepoint.games': {
    in: 'storage',
    needs: 'functional',
    seconds: 60 * 60,
    purpose: STORAGE_PURPOSES.openedGames,
  },
  'savepoint.viewed': {
    in: 'storage',
    needs: 'functional',
    seconds: null,
    purpose: STORAGE_PURPOSES.recentGames,
  },
  'savepoint.searches': {
    in: 'storage',
    needs: 'functional',
    seconds: null,
    purpose: STORAGE_PURPOSES.recentSearches,
  },
  'savepoint.drafts': {
    in: 'storage',
    needs: 'functional',
    seconds: null,
    purpose: STORAGE_PURPOSES.drafts,
  },
  'savepoint.visits': { in: 'storage', needs: 'functional', seconds: null, purpose: STORAGE_PURPOSES.visits },
  'shell-*': { in: 'device', needs: 'functional', seconds: null, purpose: STORAGE_PURPOSES.shell },
  savepoint: { in: 'device', needs: 'functional', seconds: null, purpose: STORAGE_PURPOSES.copies },
  visit: {
    in: 'cookie',
    needs: 'analytics',
    seconds: COOKIE_SECONDS.analytics,
    purpose: STORAGE_PURPOSES.lastVisit,
  },
  'savepoint.scroll': { in: 'tab', needs: 'essential', seconds: null, purpose: STORAGE_PURPOSES.scroll },
  'savepoint.typed': {
    in: 'tab',
    needs: 'essential',
    seconds: null,
    purpose: STORAGE_PURPOSES.forms,
  },
  'savepoint.reloaded': {
    in: 'tab',
    needs: 'essential',
    seconds: null,
    purpose: STORAGE_PURPOSES.updateLoaded,
  },
} as const satisfies Record<string, BrowserStorageEntry>

type NamesIn<Place extends BrowserStorageEntry['in']> = {
  [Name in keyof typeof BROWSER_STORAGE]: (typeof BROWSER_STORAGE)[Name]['in'] extends Place ? Name : never
}[keyof typeof BROWSER_STORAGE]

export type StoredName = NamesIn<'storage'>
export type TabName = NamesIn<'tab'>
/** The preference cookies (R-PREF-11), which the browser itself writes. */
export type PreferenceCookie = 'theme' | 'beta'
