import type { Db } from '#db/db.ts'
import { listCopiesOf } from '#features/copies/server/imported/imported-copies.service.ts'
import type { ImportRules } from '#features/library/imported-fields.rules.ts'
import {
  listSnapshots,
  listWithHistory,
  type SnapshotRow,
} from '#features/library/server/writing/entry-writing.service.ts'
import type { Ledger, LedgerSize } from '#features/play-log/imported-sessions.rules.ts'
import { type FinishLevel, partialDayOf } from '#features/play-log/play-sessions.rules.ts'
import { type ImportedPlaythroughRow, listPlaythroughsOf } from '#features/play-log/server/play-log.service.ts'
import { listShelfNames, listShelvesOf } from '#features/shelves/server/imported/imported-shelves.service.ts'
import type { GameId, UserId } from '#shared/ids.ts'
import type { EarlierImport, OwnPlaythrough } from '../../continued.rules.ts'
import { type EntryPlan, type ImportedValues, type PlannedEntry, planImport } from '../../imported.rules.ts'

/** A game of an import with everything that the file says about it. */
export interface ImportedGame<L extends LedgerSize = Ledger> {
  gameId: GameId
  records: readonly ImportedValues<L>[]
  /** What earlier files of the same tracker did to the game. */
  earlier?: readonly EarlierImport[]
}

export interface Plan<L extends LedgerSize = Ledger> {
  row: SnapshotRow | null
  entry: PlannedEntry | null
  /** Null when the rules leave the game out. */
  plan: EntryPlan<L> | null
}

/** Returns what an import would do to the library. Writes nothing. */
export async function planImported<Game, L extends LedgerSize>(
  db: Db,
  userId: UserId,
  rules: ImportRules,
  games: readonly (Game & ImportedGame<L>)[],
  { isLocked }: { isLocked: boolean } = { isLocked: false },
): Promise<(Game & ImportedGame<L> & Plan<L>)[]> {
  const gameIds = games.map(({ gameId }) => gameId)
  const rows = await listSnapshots(db, userId, gameIds, { isLocked })
  const entries = new Map(rows.map((row) => [row.game_id, row]))
  const played = rows.length === 0 ? [] : await listPlaythroughsOf(db, userId, [...entries.keys()])
  const playthroughs = Map.groupBy(played, ({ game_id }) => game_id)
  const hasShelves = hasPart(games, 'shelves')
  const held = hasShelves ? await listShelvesOf(db, userId, [...entries.keys()]) : []
  const shelves = Map.groupBy(held, ({ game_id }) => game_id)
  const memberShelves = hasShelves ? await listShelfNames(db, userId) : []
  const owned = hasPart(games, 'copies') ? await listCopiesOf(db, userId, [...entries.keys()]) : []
  const copies = Map.groupBy(owned, ({ game_id }) => game_id)
  const told = new Set(hasPart(games, 'history') ? await listWithHistory(db, userId, [...entries.keys()]) : [])
  return games.map((game) => {
    const row = entries.get(game.gameId) ?? null
    const earlier = row ? (game.earlier ?? []).filter(({ entryId }) => entryId === row.id) : []
    const known = new Set(earlier.flatMap(({ playthroughIds }) => playthroughIds))
    const entry = row && {
      values: row,
      playthroughs: (playthroughs.get(game.gameId) ?? []).map((one) => playthroughOf(one, known)),
      last_session_at: row.last_session_at,
      shelves: shelves.get(game.gameId) ?? [],
      copies: copies.get(game.gameId) ?? [],
      has_history: told.has(game.gameId),
      earlier,
    }
    return { ...game, row, entry, plan: planImport(rules, game.records, entry, memberShelves) }
  })
}

export const hasPart = (games: readonly ImportedGame<LedgerSize>[], part: 'shelves' | 'copies' | 'history') =>
  games.some(({ records }) => records.some((record) => (record[part]?.length ?? 0) > 0))

const playthroughOf = (row: ImportedPlaythroughRow, imported: ReadonlySet<string>): OwnPlaythrough => ({
  id: row.id,
  platform: row.platform,
  started_on: row.started_on && partialDayOf(row.started_on, row.started_precision),
  finished_on: row.finished_on && partialDayOf(row.finished_on, row.finished_precision),
  finish_level: row.finish_level as FinishLevel,
  is_replay: row.is_replay,
  is_paused: row.is_paused,
  ...(row.drop_reason !== null && { drop_reason: row.drop_reason }),
  is_imported: imported.has(row.id),
  is_unchanged: row.updated_at.getTime() === row.created_at.getTime(),
})
