import { isFinished, type Status } from '#features/library/library.rules.ts'
import { addDays } from '#shared/calendar-days.ts'

// In a file apart from library.rules.ts, which every page loads: only the log form needs these rules.

/** The number of days for which a finished game is news. */
const NEWS_DAYS = 30

/**
 * Returns whether the log form shares a log with friends by default: yes for a game that is being played now, and for a
 * game that was finished recently. A game that is added as finished without a date is no news, except when it was
 * marked as completed by hand in a menu.
 */
export function isSharedByDefault(log: {
  status: Status
  previous: Status | null
  /** 'YYYY', 'YYYY-MM' or 'YYYY-MM-DD'; null for none. */
  date: string | null
  isChosen: boolean
  today: string
}): boolean {
  if (!isFinished(log.status)) return true
  if (log.date === null) return log.isChosen || log.previous === 'playing'
  const since = addDays(log.today, -NEWS_DAYS)
  return log.date.length > 4 && log.date >= since.slice(0, log.date.length)
}
