import { numberText } from '#shared/counted.ts'
import { fullDate } from '#shared/dates.ts'
import type { PlaylistSummary } from '../playlists.contract.ts'

/** Returns the reader's progress: '7 of 12 played'. */
export const playedText = (played: number, games: number): string =>
  `${numberText(played)} of ${numberText(games)} played`

/** Returns the date of a playlist: the days of an event, else the day of the last change (G36). */
export function dateText(playlist: Pick<PlaylistSummary, 'start_date' | 'end_date' | 'updatedAt'>): string {
  const { start_date, end_date, updatedAt } = playlist
  const [start, end] = [start_date, end_date].map((day) => day && fullDate(new Date(`${day}T00:00:00Z`)))
  if (start && end) return start === end ? start : `${start} – ${end}`
  if (start) return `From ${start}`
  return end ? `Until ${end}` : fullDate(new Date(updatedAt))
}
