import type { Db } from '#db/db.ts'
import type { ImportedTick, TickPlan } from '#features/achievements/imported-tick.rules.ts'
import { planImportedTicks } from '#features/achievements/server/imported/imported-achievements.service.ts'
import type { EntryPlan, NewSessions } from '#features/imported-games/imported.rules.ts'
import { type ImportedGame, planImported } from '#features/imported-games/server/imported/imported.service.ts'
import type { Ledger, LedgerSize } from '#features/play-log/imported-sessions.rules.ts'
import type { ImportedReview, ReviewLeft } from '#features/reviews/imported-review.rules.ts'
import { keepWaiting, planImportedReviews } from '#features/reviews/server/imported/imported-reviews.service.ts'
import type { GameId, UserId } from '#shared/ids.ts'
import type { ImportedRecord } from '../../imported-record.rules.ts'
import { type ImportRules, type Outcome, reviewsOf, valuesOf } from '../../imports.rules.ts'
import {
  KEPT_REVIEW_TEXT,
  leftTexts,
  overLimitTexts,
  REVIEW_LEFT_TEXTS,
  unknownTicksText,
} from '../../imports.texts.ts'
import { listEarlier } from '../changes/changes.queries.ts'
import type { ImportRecordRow } from '../imports.queries.ts'
import { listRowsOfGames, listWholeRowsOfGames, type RowRecord } from '../stored/import-rows.queries.ts'
import { listNewSessions, type NewSessionsOfRow } from '../stored/new-sessions.queries.ts'

/** A game of an import: its decided rows, and what they say to the features that store it. */
export interface Game<L extends LedgerSize = LedgerSize> extends ImportedGame<L> {
  rows: readonly RowRecord<ImportedRecord<L>>[]
  /** The reviews of the first of its rows that has some that the rules let in. */
  reviews: readonly ImportedReview[]
  ticks: readonly ImportedTick[]
}

/** What an import does with the parts of a game that do not belong to its entry. */
export interface GameParts {
  /** `left` is null for a review that is written. */
  reviews: readonly { given: ImportedReview; left: ReviewLeft | null }[]
  ticks: TickPlan | null
}

type Found = Pick<ImportRecordRow, 'id' | 'user_id' | 'preset' | 'rules'>

/** Reads games with their decided rows, as the features plan them. */
export async function readGames(db: Db, found: Found, gameIds: readonly GameId[], now: Date): Promise<Game[]> {
  return gamesOf(db, found, await listRowsOfGames(db, found.id, gameIds), now)
}

/** Reads games with their decided rows, as the features write them. */
export async function readWholeGames(
  db: Db,
  found: Found,
  gameIds: readonly GameId[],
  now: Date,
): Promise<Game<Ledger>[]> {
  return gamesOf(db, found, await listWholeRowsOfGames(db, found.id, gameIds), now)
}

async function gamesOf<L extends LedgerSize>(
  db: Db,
  found: Found,
  all: readonly RowRecord<ImportedRecord<L>>[],
  now: Date,
): Promise<Game<L>[]> {
  const { rules } = found
  const byGame = Map.groupBy(all, ({ game_id }) => game_id as GameId)
  const earlier = await listEarlier(db, found, [...byGame.keys()])
  const hasSessions = all.some(({ record }) => record?.sessions !== undefined)
  const gameIds = [...byGame.keys()]
  const news = hasSessions
    ? await listNewSessions(db, found, { gameIds, continued: [...earlier.keys()] })
    : new Map<number, NewSessionsOfRow>()
  const firstReviews = (rows: readonly RowRecord<ImportedRecord<L>>[]) =>
    rows.map(({ record }) => (record ? reviewsOf(record, rules) : [])).find(({ length }) => length > 0) ?? []
  const given = [...byGame].flatMap(([gameId, rows]) => firstReviews(rows).map((review) => ({ gameId, review })))
  const kept = await keepWaiting(
    { db, now },
    found.user_id,
    given.map(({ review }) => review),
  )
  const reviews = Map.groupBy(kept, (_, at) => given[at]?.gameId)
  return [...byGame].map(([gameId, rows]) => {
    const records = rows.flatMap(({ record }) => record ?? [])
    return {
      gameId,
      rows,
      records: rows.flatMap(({ n, record }) =>
        record === null ? [] : [{ ...valuesOf(record, now, rules), new_sessions: newOf(record.sessions, news.get(n)) }],
      ),
      earlier: earlier.get(gameId) ?? [],
      reviews: reviews.get(gameId) ?? [],
      ticks: rules.achievements === 'skip' ? [] : records.flatMap(({ achievements = [] }) => achievements),
    }
  })
}

/** Returns the new ones of the sessions of a row, or how many there are if the row has only their number. */
function newOf<L extends LedgerSize>(
  all: L['sessions'] | undefined,
  found: NewSessionsOfRow | undefined,
): NewSessions<L> | null {
  if (all === undefined || found === undefined) return null
  const { places, hours, last_at } = found
  const chosen = new Set(places)
  const sessions = Array.isArray(all) ? all.filter((_, place) => chosen.has(place)) : { length: places.length }
  return { sessions: sessions as L['sessions'], hours, last_at }
}

/** The reviews of a game that the library leaves out are written only where its file has no entry of the game. */
export const takesReviews = (game: Game, plan: EntryPlan<LedgerSize> | null): boolean =>
  game.reviews.length > 0 && (plan !== null || game.records.every(({ has_no_entry }) => has_no_entry))

/** Returns what an import would do to games. Writes nothing. */
export async function planGames(db: Db, userId: UserId, rules: ImportRules, games: readonly Game[], now: Date) {
  const planned = await planImported(db, userId, rules, games)
  const given = planned.flatMap((game) =>
    takesReviews(game, game.plan) ? [{ gameId: game.gameId, reviews: game.reviews }] : [],
  )
  const plans = new Map(planned.map(({ gameId, plan }) => [gameId, plan]))
  const left = await planImportedReviews(db, userId, given, (id) => plans.get(id)?.values.user_rating ?? null)
  const ticked = planned.filter(({ plan, ticks }) => plan !== null && ticks.length > 0)
  const ticks = await planImportedTicks(db, userId, ticked, now)
  return planned.map((game) => ({ ...game, parts: partsOf(game, left, ticks) }))
}

/** Joins what the features have decided about a game. */
export function partsOf(
  { gameId, reviews }: Game,
  left: ReadonlyMap<GameId, readonly (ReviewLeft | null)[]>,
  ticks: ReadonlyMap<GameId, TickPlan>,
): GameParts {
  const why = left.get(gameId)
  return {
    reviews: why === undefined ? [] : reviews.map((given, at) => ({ given, left: why[at] ?? null })),
    ticks: ticks.get(gameId) ?? null,
  }
}

/** Returns what becomes of a game with all its parts; null when it is left out. */
export function outcomeOf(
  plan: EntryPlan<LedgerSize> | null,
  { reviews, ticks }: GameParts,
): Exclude<Outcome, 'joined'> | null {
  if (plan === null && reviews.length === 0) return null
  if (plan?.outcome === 'new') return 'new'
  const isAdded = reviews.some(({ left }) => left === null) || (ticks?.ticks.length ?? 0) > 0
  return plan?.outcome === 'changed' || isAdded ? 'changed' : 'same'
}

/** What an import leaves alone in a game, and why, in sentences. */
export const lossesOf = (plan: EntryPlan<LedgerSize> | null, { reviews, ticks }: GameParts): string[] => [
  ...(plan ? [...leftTexts(plan.left), ...overLimitTexts(plan.overLimit)] : []),
  ...new Set(reviews.flatMap(({ left }) => (left === null ? [] : (REVIEW_LEFT_TEXTS[left] ?? [])))),
  ...(reviews.some(({ left, given }) => left === null && given.is_kept) ? [KEPT_REVIEW_TEXT] : []),
  ...(ticks && ticks.unknown > 0 ? [unknownTicksText(ticks.unknown)] : []),
]
