import { allows } from '#shared/consent.ts'
import { call } from '#web/call.ts'
import { deleteUnconsented } from '#web/consent.ts'
import { consentLevel } from '#web/consented-storage.ts'
import { countPage } from '../page-counts.endpoints.ts'

/**
 * Counts a view of a route such as '/game/:gameId'. Returns false without analytics consent and then sends nothing
 * (G52).
 */
export function countOpenedPage(page: string): boolean {
  if (!allows(consentLevel(), 'analytics')) return false
  call(countPage, { body: { page } }).then(
    // The consent was withdrawn in the meantime, but the response has just set the cookie again.
    () => deleteUnconsented(),
    // A lost count does not concern the viewer.
    () => {},
  )
  return true
}
