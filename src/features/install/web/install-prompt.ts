import { readStored, store } from '#web/consented-storage.ts'
import { OFFERED_AT_VISIT } from '../install.rules.ts'

/** What browsers that can install a site send to the page; TypeScript does not know it. */
export interface InstallPromptEvent extends Event {
  prompt: () => Promise<unknown>
}

interface Visits {
  /** How many days somebody was here. */
  days: number
  /** The last of them, as YYYY-MM-DD. */
  last: string
  isOffered: boolean
}

const NONE: Visits = { days: 0, last: '', isOffered: false }

function readVisits(): Visits {
  const stored = readStored('savepoint.visits')
  if (typeof stored !== 'object' || stored === null) return NONE
  const { days, last, isOffered } = stored as Record<keyof Visits, unknown>
  return {
    days: typeof days === 'number' ? days : 0,
    last: typeof last === 'string' ? last : '',
    isOffered: isOffered === true,
  }
}

/** Counts a day on which the home page was opened. Returns whether the offer to install may come now. */
export function countVisit(today: string): boolean {
  const visits = readVisits()
  const counted = visits.last === today ? visits : { ...visits, days: visits.days + 1, last: today }
  if (counted !== visits) store('savepoint.visits', counted)
  return counted.days >= OFFERED_AT_VISIT && !counted.isOffered
}

/** Notes that the offer was shown: it never comes again in this browser. */
export function noteOffer(): void {
  store('savepoint.visits', { ...readVisits(), isOffered: true })
}
