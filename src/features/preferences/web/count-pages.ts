import { allows } from '#shared/consent.ts'
import { call } from '#web/call.ts'
import { deleteUnconsented } from '#web/consent.ts'
import { consentLevel } from '#web/consented-storage.ts'
import { countPage } from '../page-counts.contract.ts'

/** Counts a kind of page, such as '/game/:gameId'. False without analytics consent: then nothing is sent (G52). */
export function countOpenedPage(page: string): boolean {
  if (!allows(consentLevel(), 'analytics')) return false
  call(countPage, { body: { page } }).then(
    // Consent that was withdrawn meanwhile: the answer has just set the cookie again.
    () => deleteUnconsented(),
    // A count that is lost is no loss to whoever reads the page.
    () => {},
  )
  return true
}
