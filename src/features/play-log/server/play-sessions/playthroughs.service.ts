import type * as z from 'zod/mini'
import { inTransaction } from '#db/transaction.ts'
import { ensureGame } from '#features/catalogue/server/catalogue.service.ts'
import type { Status } from '#features/library/library.rules.ts'
import { keyOf, type LibraryDeps, type OwnEntry, rateEntry } from '#features/library/server/library.service.ts'
import { type EntryKey, lockPlaying } from '#features/library/server/writing/entry-writing.service.ts'
import { memberDays } from '#features/profiles/server/profiles.service.ts'
import type { Viewer } from '#server/routes.ts'
import type { GameId, PlaythroughId } from '#shared/ids.ts'
import { refuse } from '#shared/refusal.ts'
import {
  daysProblem,
  NEW_PLAYTHROUGH,
  normalizePlaythrough,
  type PlaythroughValues,
  valuesOfKind,
} from '../../logged-playthrough.rules.ts'
import type { PlaythroughDraft } from '../../play-session-draft.schemas.ts'
import { type FinishLevel, MAX_PLAYTHROUGHS, type SpecialKind, statusAfterSession } from '../../play-sessions.rules.ts'
import { SESSION_TEXTS } from '../../play-sessions.texts.ts'
import { playthroughsChanged } from '../play-log.events.ts'
import * as queries from './play-sessions.queries.ts'
import { finishSessionChange, lockExisting, touchEntry } from './play-sessions.service.ts'
import { knownDays } from './play-sessions.view.ts'
import { findLatestStars, keepStars } from './run-stars.queries.ts'
import { requirePast, requirePlaythrough } from './write-play-session.ts'

type Draft = z.output<typeof PlaythroughDraft>

const refusePlaythrough = () => refuse('not_found', 'playthrough_not_found', SESSION_TEXTS.playthroughMissing)

/**
 * Starts a playthrough. A wanted game becomes playing; otherwise status and completion stay unchanged, because the log
 * form sets them.
 */
export async function startPlaythrough(deps: LibraryDeps, viewer: Viewer, gameId: GameId, draft: Draft) {
  await ensureGame(deps, gameId, deps.clock(), viewer.id)
  const key = keyOf(viewer, gameId)
  return inTransaction(deps, async (inside) => {
    const { db, clock } = inside
    const before = await lockPlaying(db, key, clock())
    const at = clock()
    const { id } = await insertChecked(inside, key, draft, (await queries.listPlaythroughs(db, key)).length, at)
    const status = statusAfterSession(before.isNew ? null : (before.status as Status))
    const isRated = draft.rating !== undefined && draft.rating !== null
    await touchEntry(inside, key, at, { status, ...(isRated && (await starsAfter(inside, key))) })
    return requireCounted(inside, key, id as PlaythroughId)
  })
}

/** Inserts a playthrough of a locked entry, which has `count` playthroughs already. */
export async function insertChecked(deps: LibraryDeps, key: EntryKey, draft: Draft, count: number, at: Date) {
  if (count >= MAX_PLAYTHROUGHS) refuse('conflict', 'too_many_playthroughs', SESSION_TEXTS.tooManyPlaythroughs)
  if (count > 0) await keepStars(deps.db, key.userId, [key.gameId])
  const inserted = await queries.insertPlaythrough(
    deps.db,
    key,
    await checked(deps, key, draft, NEW_PLAYTHROUGH, at),
    at,
  )
  if (count > 0) await publishRuns(deps, key)
  return inserted
}

/** Changes a playthrough of a locked entry; fields that are not named stay unchanged. */
export async function updateChecked(
  deps: LibraryDeps,
  key: EntryKey,
  row: queries.PlaythroughRow,
  draft: Draft,
  at: Date,
): Promise<void> {
  const { platform, finish_level, is_replay, is_paused, drop_reason, kind, rating, bookmark, bookmarked_at } = row
  const marks = { is_replay, is_paused, drop_reason, kind: kind as SpecialKind | null, rating, bookmark, bookmarked_at }
  const before = { platform, ...knownDays(row), finish_level: finish_level as FinishLevel, ...marks }
  const after = await checked(deps, key, draft, before, at)
  await queries.updatePlaythrough(deps.db, key, row.id as PlaythroughId, after, at)
  const isNamed = (['kind', 'is_replay', 'started_on', 'finished_on', 'finish_level'] as const).every(
    (part) => after[part] === before[part],
  )
  if (!isNamed) await publishRuns(deps, key)
}

const publishRuns = ({ db, events }: LibraryDeps, { userId, gameId }: EntryKey) =>
  events.publish(db, playthroughsChanged, { userId, gameIds: [gameId] })

/**
 * Gives a playthrough of the viewer stars from 1 to 10, and the locked entry those of its latest rated playthrough (decision 0139).
 * The stars of an entry that has none of its playthroughs become those of the latest one before that.
 */
export async function rateRun(
  deps: LibraryDeps,
  viewer: Viewer,
  entry: OwnEntry,
  id: PlaythroughId,
  rating: number,
): Promise<void> {
  const key = keyOf(viewer, entry.game_id as GameId)
  await keepStars(deps.db, viewer.id, [key.gameId])
  await queries.rateRun(deps.db, key, id, rating)
  const stars = await findLatestStars(deps.db, key)
  if (stars !== null) await rateEntry(deps, viewer, entry, stars)
}

/** Returns the playthrough after the change. Refuses days in the future or in the wrong order. */
async function checked(
  { db }: LibraryDeps,
  key: EntryKey,
  { kind, ...draft }: Draft,
  before: PlaythroughValues,
  at: Date,
): Promise<PlaythroughValues> {
  const named = Object.fromEntries(Object.entries(draft).filter(([, value]) => value !== undefined))
  const after = normalizePlaythrough({ ...before, ...named, ...(kind && valuesOfKind(kind)) })
  const { latest } = await memberDays(db, key.userId, at)
  for (const day of [after.started_on, after.finished_on]) if (day) requirePast(day, latest)
  const problem = daysProblem(after)
  if (problem === 'days_in_wrong_order') refuse('invalid', problem, SESSION_TEXTS.playthroughEndsFirst)
  if (problem === 'unfinished_has_no_end') refuse('invalid', problem, SESSION_TEXTS.unfinished)
  if (after.bookmark === before.bookmark) return after
  return { ...after, bookmarked_at: after.bookmark === null ? null : at }
}

export function changePlaythrough(deps: LibraryDeps, viewer: Viewer, gameId: GameId, id: PlaythroughId, draft: Draft) {
  const key = keyOf(viewer, gameId)
  return inTransaction(deps, async (inside) => {
    const { db, clock } = inside
    await lockExisting(inside, key, refusePlaythrough)
    const row = await requirePlaythrough(db, key, id)
    const at = clock()
    await updateChecked(inside, key, row, draft, at)
    const isRated = draft.rating !== undefined && draft.rating !== row.rating
    await touchEntry(inside, key, at, isRated ? await starsAfter(inside, key) : {})
    return requireCounted(inside, key, id)
  })
}

/** The stars of the entry after those of a playthrough have changed: of the latest rated one, null if none is rated. */
const starsAfter = async ({ db }: LibraryDeps, key: EntryKey) => ({ user_rating: await findLatestStars(db, key) })

async function requireCounted({ db }: LibraryDeps, key: EntryKey, id: PlaythroughId) {
  return (await queries.listPlaythroughs(db, key)).find((row) => row.id === id) ?? refusePlaythrough()
}

/**
 * Deletes a playthrough with its sessions. The hours shrink by those sessions, and the entry takes the stars of the latest
 * rated playthrough that is left; if none is, it keeps its own. The rest stays unchanged.
 */
export async function deletePlaythrough(deps: LibraryDeps, viewer: Viewer, gameId: GameId, id: PlaythroughId) {
  const key = keyOf(viewer, gameId)
  await inTransaction(deps, async (inside) => {
    await lockExisting(inside, key, refusePlaythrough)
    const { rating } = await requirePlaythrough(inside.db, key, id)
    await queries.deletePlaythroughRow(inside.db, key, id)
    await publishRuns(inside, key)
    const left = rating === null ? null : await findLatestStars(inside.db, key)
    const stars = left === null ? {} : { user_rating: left }
    await finishSessionChange(inside, key, { isCorrection: false, at: inside.clock() }, stars)
  })
}
