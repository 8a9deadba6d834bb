import { plainPage } from '#server/plain-page.ts'
import { refuse } from '#shared/refusal.ts'
import { RECOVER_TEXTS } from '../../install.texts.ts'

/**
 * Clears what the site has stored in this browser, with its service worker, and returns a page that says so. The session is a
 * cookie, and stays. A link of another site could delete what waits to be sent, so only a typed address or a page of this site
 * leads here.
 */
export function recoverPage(given: Headers, sent: Headers): Uint8Array {
  if (!['none', 'same-origin', null].includes(given.get('sec-fetch-site')))
    refuse('forbidden', 'from_other_site', RECOVER_TEXTS.fromOtherSite)
  sent.set('clear-site-data', '"cache", "storage"')
  sent.set('cache-control', 'no-store')
  const { title, text, open } = RECOVER_TEXTS
  return new TextEncoder().encode(
    plainPage({ title, body: `<h1>${title}</h1><p>${text}</p><p><a href="/">${open}</a></p>` }),
  )
}
