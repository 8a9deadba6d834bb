import type * as z from 'zod/mini'
import type { GameFacts } from '../../game-facts.contract.ts'
import { MAX_ON_SHELF, RELATION_KINDS } from '../../game-facts.rules.ts'
import type { CardRow, GameRow } from '../catalogue.queries.ts'
import { gameCard } from '../catalogue.view.ts'
import type { PageFacts } from '../sources/source.ts'
import { storedPageFacts } from '../stored-games/game-columns.ts'
import type { RelatedRow } from './game-facts.queries.ts'

type Facts = z.input<typeof GameFacts>

/** The facts of the page in the shape of the answer, without shelves. */
export function pageFactsView(row: GameRow): Omit<Facts, 'relations' | 'series' | 'franchise'> {
  const details = storedPageFacts(row.details as unknown as Partial<PageFacts>)
  return {
    status: details.status,
    releases: [...details.releases],
    multiplayer: [...details.multiplayer],
    age_ratings: [...details.ageRatings],
    languages: [...details.languages],
    links: [...details.links],
    engines: [...details.engines],
    perspectives: [...details.perspectives],
    critics: row.critic_rating === null ? null : { rating: row.critic_rating, count: row.critic_rating_count },
    players: row.rating === null ? null : { rating: row.rating, count: details.ratingCount ?? 0 },
  }
}

export function relationShelves(rows: readonly RelatedRow[], now: Date): Facts['relations'] {
  const shelves = Map.groupBy(rows, ({ kind, role }) => `${role} ${kind}`)
  // What this game belongs to comes first.
  return (['whole', 'part'] as const).flatMap((role) =>
    RELATION_KINDS.flatMap((kind) => {
      const games = shelves.get(`${role} ${kind}`)
      if (!games) return []
      return { kind, role, total: games[0]!.total, games: games.map((row) => gameCard(row, now)) }
    }),
  )
}

/** Returns the games of a series around this one; null if it is the only one. */
export function seriesShelf(name: string, rows: readonly CardRow[], id: string, now: Date): Facts['series'] {
  if (rows.length < 2) return null
  const at = rows.findIndex((row) => row.id === id)
  const from = Math.max(0, Math.min(at - MAX_ON_SHELF / 2, rows.length - MAX_ON_SHELF))
  const games = rows.slice(from, from + MAX_ON_SHELF).map((row) => gameCard(row, now))
  return { name, total: rows.length, games }
}
