import { lockGames } from '#features/catalogue/server/catalogue.service.ts'
import type { ImportRules } from '#features/library/imported-fields.rules.ts'
import { type LibraryDeps, publishLibraryChange } from '#features/library/server/library.service.ts'
import { lockMember } from '#features/shelves/server/own-shelves/own-shelves.service.ts'
import type { GameId, UserId } from '#shared/ids.ts'
import type { EntryPlan } from '../../imported.rules.ts'
import { hasPart, type ImportedGame, planImported } from './plan-imported.ts'
import { type ImportedChange, publishRuns, writeImported } from './write-imported.ts'

export { type ImportedGame, planImported } from './plan-imported.ts'
export { type UndoneAs, undoImported } from './undo-imported.ts'
export type { ImportedChange } from './write-imported.ts'

/** What became of the games of a batch. */
interface AppliedGames {
  changes: ImportedChange[]
  /** Games that stay as they are. */
  unchanged: GameId[]
  /** Games that the rules leave out. */
  leftOut: GameId[]
  /** Games that the catalogue no longer has. */
  missing: GameId[]
  /** The plan by which each game was written; null for one that was left out. */
  plans: ReadonlyMap<GameId, EntryPlan | null>
  /** The ids of the playthroughs that were added, by the key of each in the file. */
  playthroughs: ReadonlyMap<string, string>
}

/**
 * Writes a batch of an import into the library, in the transaction of the caller, which stores the changes for the undo.
 * Each game occurs once. Hours are totals that are typed: the part without play sessions takes them (decision 0035).
 * Publishes no activity.
 */
export async function applyImported(
  deps: LibraryDeps,
  userId: UserId,
  rules: ImportRules,
  games: readonly ImportedGame[],
): Promise<AppliedGames> {
  const { db, clock } = deps
  const at = clock()
  const missing = new Set(
    await lockGames(
      db,
      games.map(({ gameId }) => gameId),
    ),
  )
  const known = games.filter(({ gameId }) => !missing.has(gameId))
  // Who writes shelves locks the member before the entries.
  if (hasPart(known, 'shelves')) await lockMember(db, userId)
  const planned = await planImported(db, userId, rules, known, { isLocked: true })
  const written = planned.filter(({ plan }) => plan !== null && plan.outcome !== 'same')
  const playthroughs = new Map<string, string>()
  const changes = await writeImported(db, userId, written, at, playthroughs)
  const rated = changes.flatMap(({ gameId, before, after }) =>
    after.user_rating !== null && after.user_rating !== before?.user_rating ? [gameId] : [],
  )
  if (changes.length > 0) await publishLibraryChange(deps, userId, { rated, isImport: true })
  await publishRuns(deps, userId, changes)
  return {
    changes,
    unchanged: planned.flatMap(({ gameId, plan }) => (plan?.outcome === 'same' ? [gameId] : [])),
    leftOut: planned.flatMap(({ gameId, plan }) => (plan === null ? [gameId] : [])),
    missing: [...missing],
    plans: new Map(planned.map(({ gameId, plan }) => [gameId, plan])),
    playthroughs,
  }
}
