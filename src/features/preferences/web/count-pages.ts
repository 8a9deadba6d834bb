import { allows } from '#shared/consent.ts'
import { call } from '#web/call.ts'
import { consentLevel } from '#web/consented-storage.ts'
import { countPage } from '../page-counts.contract.ts'

/** Counts a kind of page, such as '/game/:gameId'. False without analytics consent: then nothing is sent (G52). */
export function countOpenedPage(page: string): boolean {
  if (!allows(consentLevel(), 'analytics')) return false
  // A count that is lost is no loss to whoever reads the page.
  call(countPage, { body: { page } }).catch(() => {})
  return true
}
