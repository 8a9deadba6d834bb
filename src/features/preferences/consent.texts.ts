/** Of the consent bar and of what stands on every page. */
export const CONSENT_TEXTS = {
  choose: 'Cookies: please choose what this browser may store.',
  about:
    'Some are needed to sign you in and to keep the site safe. If you like, your settings are stored in this browser too, and page views are counted on our own server. Nothing goes to third parties.',
  essential: 'Signing in, security, and this choice.',
  functional: 'Your theme, filters and the games you opened stay in this browser.',
  analytics: 'Counts which kinds of pages are opened on a day, not by whom. Includes functional.',
  untilSignOut: 'until you sign out or withdraw this consent',
  untilTabCloses: (lifetime: string) => `${lifetime} (until the tab is closed without this consent)`,
} as const
