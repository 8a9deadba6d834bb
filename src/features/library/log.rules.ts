import { isFinished, type Status } from './library.rules.ts'

// Apart from library.rules.ts, which every page has: only the log form needs these.

/** A finished game is news for this long. */
const NEWS_DAYS = 30

/**
 * Whether friends are told of a log unless the member says otherwise: what is being played now, and what was finished lately.
 * A game that comes as finished without a date is no news, but for one that was marked as completed by hand in a menu.
 */
export function isWorthSharing(log: {
  status: Status
  previous: Status | null
  /** 'YYYY', 'YYYY-MM' or 'YYYY-MM-DD'; null for none. */
  date: string | null
  isChosen: boolean
  today: string
}): boolean {
  if (!isFinished(log.status)) return true
  if (log.date === null) return log.isChosen || log.previous === 'playing'
  const since = new Date(Date.parse(`${log.today}T00:00:00Z`) - NEWS_DAYS * 86_400_000).toISOString().slice(0, 10)
  return log.date.length > 4 && log.date >= since.slice(0, log.date.length)
}
