import type * as z from 'zod/mini'
import type { GameCard } from '#features/catalogue/catalogue.contract.ts'
import { achievementView, type CatalogueDeps } from '#features/catalogue/server/catalogue.service.ts'
import { entryView, type OwnEntry } from '#features/library/server/library.service.ts'
import type { GameId } from '#shared/ids.ts'
import type { AchievementGame, UnlockedAchievement } from '../achievements.contract.ts'
import type { GameTicksRow, TickRow } from './achievements.queries.ts'

type Cards = ReadonlyMap<GameId, GameCard>

// A foreign key refers to the game, so every game has a card.
const cardOf = (cards: Cards, id: GameId) => cards.get(id) as GameCard

export function viewTicks(
  rows: readonly TickRow[],
  cards: Cards,
  catalogue: CatalogueDeps,
): z.input<typeof UnlockedAchievement>[] {
  return rows.map(({ game_id, unlocked_at, ...achievement }) => ({
    ...achievementView(achievement, catalogue),
    game: cardOf(cards, game_id),
    unlocked_at: unlocked_at.toISOString(),
  }))
}

export const viewTick = ({ unlocked, entry }: { unlocked: boolean; entry: OwnEntry }) => ({
  unlocked,
  achievements_completed: entry.achievements_completed,
  entry: entryView(entry),
})

export const viewGames = (rows: readonly GameTicksRow[], cards: Cards): z.input<typeof AchievementGame>[] =>
  rows.map(({ game_id, unlocked, total }) => ({ game: cardOf(cards, game_id), unlocked, total }))
