import type { Db } from '#db/db.ts'
import { inTransaction } from '#db/transaction.ts'
import type { Status } from '#features/library/library.rules.ts'
import { type LibraryDeps, publishLibraryChange } from '#features/library/server/library.service.ts'
import type { EntryState } from '#features/library/server/writing/entry-writing.service.ts'
import { storeBulkChange, touchEntries } from '#features/library/server/writing/entry-writing.service.ts'
import {
  daysProblem,
  finishLevelAfter,
  loggedPlaythrough,
  NEW_PLAYTHROUGH,
  normalizePlaythrough,
  type PlaythroughValues,
} from '#features/play-log/logged-playthrough.rules.ts'
import { type FinishLevel, MAX_PLAYTHROUGHS, type PartialDay } from '#features/play-log/play-sessions.rules.ts'
import { SESSION_TEXTS } from '#features/play-log/play-sessions.texts.ts'
import { playthroughsChanged } from '#features/play-log/server/play-log.events.ts'
import {
  type ImportedPlaythroughRow,
  insertPlaythroughs,
  keepStars,
  knownDays,
  listPlaythroughsOf,
  playthroughColumns,
  requirePast,
  setPlaythroughs,
} from '#features/play-log/server/play-log.service.ts'
import { memberDays } from '#features/profiles/server/profiles.service.ts'
import type { Viewer } from '#server/routes.ts'
import type { GameId } from '#shared/ids.ts'
import { refuse } from '#shared/refusal.ts'
import { BULK_TEXTS } from '../../bulk.texts.ts'
import { requireAll } from './bulk.service.ts'

/** What a bulk change sets; an omitted field stays as it is. */
interface PlaythroughChange {
  platform?: string | null | undefined
  started_on?: PartialDay | null | undefined
  finished_on?: PartialDay | null | undefined
}

interface Planned {
  entry: EntryState
  /** Null: the change starts a playthrough. */
  row: ImportedPlaythroughRow | null
  values: PlaythroughValues
}

/**
 * Sets platform and dates of the current playthrough of many entries, as the log form does for one, and starts a
 * playthrough where there is none. Refuses with 404 when one of the games is not in the library, and with a sentence
 * that names the game when a change is impossible; then changes nothing.
 */
export function changeManyPlaythroughs(
  deps: LibraryDeps,
  viewer: Viewer,
  gameIds: readonly GameId[],
  change: PlaythroughChange,
) {
  return inTransaction(deps, async (inside) => {
    const { db, clock } = inside
    const at = clock()
    const entries = await requireAll(db, viewer, gameIds)
    const days = [change.started_on, change.finished_on].flatMap((day) => day ?? [])
    const { latest } = await memberDays(db, viewer.id, at)
    for (const day of days) requirePast(day, latest)
    const rows = await listPlaythroughsOf(db, viewer.id, gameIds)
    const ofGame = Map.groupBy(rows, ({ game_id }) => game_id)
    const planned = entries.map((entry) => planOf(entry, ofGame.get(entry.game_id) ?? [], change))
    for (const one of planned) await requirePossible(db, one, change, ofGame.get(one.entry.game_id)?.length ?? 0)
    const changed = planned.filter(({ row, values }) => row === null || !isSame(valuesOf(row), values))
    if (changed.length === 0) return { changed: 0, undo_id: null }
    const undo_id = await write(db, viewer, changed, at)
    await publishLibraryChange(inside, viewer.id)
    await inside.events.publish(db, playthroughsChanged, {
      userId: viewer.id,
      gameIds: changed.map(({ entry }) => entry.game_id as GameId),
    })
    return { changed: changed.length, undo_id }
  })
}

const valuesOf = (row: ImportedPlaythroughRow): PlaythroughValues => ({
  ...knownDays(row),
  platform: row.platform,
  finish_level: row.finish_level as FinishLevel,
  is_replay: row.is_replay,
  is_paused: row.is_paused,
  drop_reason: row.drop_reason,
  kind: row.kind as PlaythroughValues['kind'],
  rating: row.rating,
  bookmark: row.bookmark,
  bookmarked_at: row.bookmarked_at,
})

const isSame = (one: PlaythroughValues, other: PlaythroughValues): boolean =>
  (Object.keys(one) as (keyof PlaythroughValues)[]).every((name) => one[name] === other[name])

function planOf(entry: EntryState, rows: readonly ImportedPlaythroughRow[], change: PlaythroughChange): Planned {
  const status = entry.status as Status
  const row = loggedPlaythrough(rows, { status, hasStart: !!change.started_on })
  const before = row ? valuesOf(row) : NEW_PLAYTHROUGH
  const named = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  const finish_level = finishLevelAfter(before.finish_level, status)
  return { entry, row, values: normalizePlaythrough({ ...before, ...named, finish_level }) }
}

async function requirePossible(db: Db, { entry, row, values }: Planned, change: PlaythroughChange, count: number) {
  const nameOf = async () => (await findName(db, entry.game_id)) ?? entry.game_id
  if (entry.status === 'want_to_play') refuse('conflict', 'not_played', BULK_TEXTS.notPlayed(await nameOf()))
  if (change.finished_on && entry.status === 'playing')
    refuse('conflict', 'unfinished_has_no_end', BULK_TEXTS.noEnd(await nameOf()))
  if (daysProblem(values) !== null) refuse('conflict', 'days_in_wrong_order', BULK_TEXTS.wrongOrder(await nameOf()))
  if (row === null && count >= MAX_PLAYTHROUGHS)
    refuse('conflict', 'too_many_playthroughs', SESSION_TEXTS.tooManyPlaythroughs)
}

async function findName(db: Db, gameId: string): Promise<string | undefined> {
  return (await db.selectFrom('games').select('name').where('id', '=', gameId).executeTakeFirst())?.name
}

/** Writes planned playthroughs, and stores what they were for the undo. */
async function write(db: Db, viewer: Viewer, planned: readonly Planned[], at: Date): Promise<string> {
  const begun = planned.flatMap(({ entry, row, values }) =>
    row === null ? [{ ...values, game_id: entry.game_id }] : [],
  )
  await keepStars(
    db,
    viewer.id,
    begun.map(({ game_id }) => game_id),
  )
  const added = await insertPlaythroughs(db, viewer.id, begun, at)
  const idOfAdded = new Map(added.map(({ id, game_id }) => [game_id, id]))
  await setPlaythroughs(
    db,
    viewer.id,
    planned.flatMap(({ row, values }) =>
      row === null ? [] : [{ ...playthroughColumns(values), id: row.id, updated_at: at.toISOString() }],
    ),
  )
  await touchEntries(
    db,
    viewer.id,
    planned.map(({ entry }) => entry.game_id),
    at,
  )
  const before = planned.map(({ entry: { game_id, updated_at }, row }) => ({
    game_id,
    id: row?.id ?? idOfAdded.get(game_id),
    columns: row && {
      ...playthroughColumns(valuesOf(row)),
      id: row.id,
      updated_at: row.updated_at.toISOString(),
    },
    updated_at,
  }))
  return storeBulkChange(db, viewer.id, { kind: 'playthroughs', before, at })
}
