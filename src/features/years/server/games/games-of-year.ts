import { dayIn } from '#features/profiles/profiles.rules.ts'
import type { GameId } from '#shared/ids.ts'
import type { GameOfYear, PlayedPart } from '../../years.rules.ts'
import type * as queries from '../years.queries.ts'

const LENGTHS = { year: 4, month: 7, day: 10 } as const

/** Of two finishes with the same first day, the less exact one is later. */
const isLater = (one: Finish, other: Finish | null) =>
  other === null || one.on > other.on || (one.on === other.on && one.precision > other.precision)

interface Finish {
  /** The first day of what is known, 'YYYY-MM-DD'. */
  on: string
  precision: keyof typeof LENGTHS
}

/** What the rows say about a game. */
interface Rows {
  gameId: GameId
  finish: Finish | null
  finishes: number
  platforms: string[]
  parts: PlayedPart[]
  /** The place of the game among the entries; null if these say nothing about it. */
  entry: number | null
}

/**
 * Returns the games of a year: those with a playthrough in it, and those about which something was logged in it. Of the
 * playthroughs of a game the latest finish counts, and every platform. It runs for thousands of rows, so its loops make no
 * arrays for them.
 */
export function gamesOf(
  playthroughs: queries.PlaythroughColumns,
  entries: queries.EntryColumns,
  zone: string | null,
): GameOfYear[] {
  const games = new Map<GameId, Rows>()
  const add = (gameId: GameId) => {
    const game: Rows = { gameId, finish: null, finishes: 0, platforms: [], parts: [], entry: null }
    games.set(gameId, game)
    return game
  }
  for (let at = 0; at < playthroughs.game_id.length; at += 1) {
    const id = playthroughs.game_id[at] as GameId
    addPlaythrough(games.get(id) ?? add(id), playthroughs, at)
  }
  for (let at = 0; at < entries.game_id.length; at += 1) {
    const id = entries.game_id[at] as GameId
    const game = games.get(id) ?? (entries.is_logged[at] ? add(id) : undefined)
    if (game) game.entry = at
  }
  return Array.from(games.values(), (game) => gameOf(game, entries, zone))
}

function addPlaythrough(game: Rows, playthroughs: queries.PlaythroughColumns, at: number): void {
  const platform = playthroughs.platform[at] ?? null
  if (platform !== null && playthroughs.is_dated[at]) game.platforms.push(platform)
  const minutes = playthroughs.minutes[at] ?? null
  if (minutes !== null) game.parts.push({ platform, minutes, months: playthroughs.months[at] ?? 0 })
  const on = playthroughs.finished_on[at] ?? null
  if (on === null) return
  game.finishes += 1
  const finish = { on, precision: playthroughs.finished_precision[at] ?? 'day' }
  if (isLater(finish, game.finish)) game.finish = finish
}

function gameOf(
  { gameId, finish, finishes, platforms, parts, entry }: Rows,
  entries: queries.EntryColumns,
  zone: string | null,
): GameOfYear {
  const valueIn = <T>(column: readonly T[]) => (entry === null ? null : (column[entry] ?? null))
  const dayAt = (moment: string | null) => moment && dayIn(zone, new Date(moment))
  const undatedOn = dayAt(valueIn(entries.undated_at))
  const stoppedOn = finish ? null : dayAt(valueIn(entries.stopped_at))
  // The log of a game finished in a year without a month counts as written on its first day.
  const isOnlyYear = finish !== null && finish.precision === 'year' && undatedOn === finish.on
  return {
    gameId,
    halfStars: valueIn(entries.user_rating),
    isLiked: valueIn(entries.is_liked) ?? false,
    finishedOn: finish ? finish.on.slice(0, LENGTHS[finish.precision]) : stoppedOn,
    finishes: stoppedOn === null ? finishes : 1,
    undatedMinutes: Math.round((valueIn(entries.undated_hours) ?? 0) * 60),
    undatedMonth: undatedOn && !isOnlyYear ? Number(undatedOn.slice(5, 7)) : null,
    platforms,
    parts,
  }
}
