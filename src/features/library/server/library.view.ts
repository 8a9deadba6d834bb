import type * as z from 'zod/mini'
import type { GameCard } from '#features/catalogue/catalogue.contract.ts'
import type { EntryId, GameId, UserId } from '#shared/ids.ts'
import type { Entry, History, LibraryRow } from '../library.contract.ts'
import type { Status } from '../library.rules.ts'
import type { EntryRow } from './library.queries.ts'

export function entryView(row: EntryRow): Entry {
  return {
    id: row.id as EntryId,
    user_id: row.user_id as UserId,
    game_id: row.game_id as GameId,
    status: row.status as Status,
    play_time: row.play_time,
    completion_percentage: row.completion_percentage,
    progress: row.progress ?? 0,
    achievements_completed: row.achievements_completed,
    user_rating: row.user_rating,
    is_liked: row.is_liked,
    notes: row.notes,
    last_played_at: row.last_played_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}

/** Adds to entries their games' cards. */
export function rowViews(
  entries: readonly Entry[],
  cards: ReadonlyMap<GameId, GameCard>,
): z.input<typeof LibraryRow>[] {
  return entries.flatMap((entry) => {
    const game = cards.get(entry.game_id)
    // A game of the member's own, which the viewer may not see (decision 0086), has no card.
    return game ? { ...entry, game } : []
  })
}

export function historyView(history: {
  progress: readonly { play_time: number; completion_percentage: number; created_at: Date }[]
  achievements: readonly { achievements_completed: number; created_at: Date }[]
}): z.input<typeof History> {
  const asText = <T extends { created_at: Date }>(row: T) => ({ ...row, created_at: row.created_at.toISOString() })
  return { playTimeHistory: history.progress.map(asText), achievementHistory: history.achievements.map(asText) }
}
