import type * as z from 'zod/mini'
import type { GameId, PlaySessionId, PlaythroughId } from '#shared/ids.ts'
import { kindOf } from '../../logged-playthrough.rules.ts'
import type { Bookmark, PlaySession, PlayTotals, Playthrough } from '../../play-sessions.contract.ts'
import { type FinishLevel, type Origin, partialDayOf } from '../../play-sessions.rules.ts'
import type { CountedPlaythrough, PlaySessionRow, PlaythroughRow } from './play-sessions.queries.ts'

export function playSessionView(row: PlaySessionRow): z.input<typeof PlaySession> {
  return {
    id: row.id as PlaySessionId,
    game_id: row.game_id as GameId,
    playthrough_id: row.playthrough_id as PlaythroughId,
    played_on: row.played_on,
    minutes: row.minutes,
    note: row.note,
    origin: row.origin as Origin,
  }
}

/** Returns the days of a playthrough as exactly as they are known. */
export function knownDays(
  row: Pick<PlaythroughRow, 'started_on' | 'started_precision' | 'finished_on' | 'finished_precision'>,
) {
  return {
    started_on: row.started_on && partialDayOf(row.started_on, row.started_precision),
    finished_on: row.finished_on && partialDayOf(row.finished_on, row.finished_precision),
  }
}

export function playthroughView(row: CountedPlaythrough): z.input<typeof Playthrough> {
  return {
    ...row,
    ...knownDays(row),
    finish_level: row.finish_level as FinishLevel,
    kind: kindOf(row),
    bookmarked_at: row.bookmarked_at?.toISOString() ?? null,
  }
}

export const bookmarkView = ({
  written_at,
  ...row
}: {
  game_id: GameId
  text: string
  written_at: Date
}): z.input<typeof Bookmark> => ({ ...row, written_at: written_at.toISOString() })

export function totalsView(
  totals: { play_time: number; session_minutes: number; undated_hours: number },
  playthroughs: readonly CountedPlaythrough[],
): z.input<typeof PlayTotals> {
  return { ...totals, session_count: playthroughs.reduce((sum, { session_count }) => sum + session_count, 0) }
}
