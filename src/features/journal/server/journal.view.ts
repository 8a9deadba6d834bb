import type * as z from 'zod/mini'
import type { GameCard } from '#features/catalogue/catalogue.contract.ts'
import type { GameId } from '#shared/ids.ts'
import type { JournalEntry } from '../journal.contract.ts'
import type { EntryRow } from './journal.queries.ts'

export type EntryView = z.input<typeof JournalEntry>

/** Returns the ids of the games of these entries. */
export const gamesOf = (rows: readonly EntryRow[]): GameId[] =>
  rows.flatMap(({ game_id, list_games }) => [...(game_id === null ? [] : [game_id]), ...(list_games ?? [])]) as GameId[]

export function viewEntry(row: EntryRow, cards: ReadonlyMap<GameId, GameCard>): EntryView {
  const isReview = row.review_id !== null
  const isList = row.list_id !== null
  return {
    id: row.id,
    type: row.type,
    date: row.date,
    title: isList ? row.list_title : row.title,
    content: isReview ? (row.review_text ?? '') : isList ? contentOf(row.list_games ?? [], cards) : row.content,
    review_html: row.review_html,
    progress: row.progress,
    hoursPlayed: row.hours_played,
    rating: row.review_rating === null ? null : row.review_rating * 2,
    game: (row.game_id === null ? null : cards.get(row.game_id as GameId)) ?? null,
    is_public: row.review_is_public ?? true,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    review_id: row.review_id,
    list_id: row.list_id,
    platform: row.review_platform,
    playthrough_id: row.review_playthrough_id,
    spoils_to: row.review_spoils_to,
    likes_count: row.likes_count,
  }
}

/** Returns the games of a list as JSON text of {id, name, cover_url}, the documented format (R-JOUR-05, R-JOUR-06). */
const contentOf = (ids: readonly string[], cards: ReadonlyMap<GameId, GameCard>): string =>
  JSON.stringify(
    ids.flatMap((id) => {
      const card = cards.get(id as GameId)
      return card ? [{ id: card.id, name: card.name, cover_url: card.cover_url }] : []
    }),
  )
