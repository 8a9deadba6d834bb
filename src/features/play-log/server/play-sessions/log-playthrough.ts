import type { Status } from '#features/library/library.rules.ts'
import type { LibraryDeps } from '#features/library/server/library.service.ts'
import type { EntryKey } from '#features/library/server/writing/entry-writing.service.ts'
import type { PlaythroughId } from '#shared/ids.ts'
import { finishLevelAfter, loggedPlaythrough } from '../../logged-playthrough.rules.ts'
import type { LoggedPlaythrough } from '../../play-session-draft.schemas.ts'
import type { FinishLevel } from '../../play-sessions.rules.ts'
import { listPlaythroughs } from './play-sessions.queries.ts'
import { insertChecked, updateChecked } from './playthroughs.service.ts'

/**
 * Writes the playthrough fields of the log form, for a locked entry. It changes the current playthrough, or starts one
 * when there is none or the draft asks for a new one. A finished status finishes the playthrough, and the date is its
 * last day. For a game that is being played the date is the first day; if the current playthrough is finished, it is
 * the first day of a new one. A wanted game has no playthrough, so nothing is written.
 */
export async function writeLoggedPlaythrough(
  deps: LibraryDeps,
  key: EntryKey,
  { platform, date, is_replay, is_paused, drop_reason, bookmark, is_new }: LoggedPlaythrough,
  status: Status,
  at: Date,
): Promise<{ id: PlaythroughId; created: boolean } | null> {
  if (status === 'want_to_play') return null
  const all = await listPlaythroughs(deps.db, key)
  const current = is_new ? null : loggedPlaythrough(all, { status, hasStart: !!date })
  const level = (current?.finish_level ?? 'unfinished') as FinishLevel
  const draft = {
    ...(platform !== undefined && { platform }),
    ...(is_replay !== undefined && { is_replay }),
    ...(is_paused !== undefined && { is_paused }),
    ...(drop_reason !== undefined && { drop_reason }),
    ...(bookmark !== undefined && { bookmark }),
    ...(date !== undefined && (status === 'playing' ? { started_on: date } : { finished_on: date })),
    finish_level: finishLevelAfter(level, status),
  }
  if (current) {
    await updateChecked(deps, key, current, draft, at)
    return { id: current.id as PlaythroughId, created: false }
  }
  const { id } = await insertChecked(deps, key, draft, all.length, at)
  return { id: id as PlaythroughId, created: true }
}
