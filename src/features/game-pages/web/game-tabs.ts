import type { ReactNode } from 'react'
import type { Game } from '#features/catalogue/catalogue.contract.ts'
import { numberText } from '#shared/counted.ts'

export type GameTab = 'overview' | 'media' | 'achievements' | 'related' | 'reviews' | 'activity'

/**
 * The tabs of a game's page in their order: Media only with screenshots or videos, Achievements and Reviews only if there are any,
 * Activity once its first request has finished (C74).
 */
export function tabsOf(
  game: Game,
  isActivityThere: boolean,
  completed: number | null,
  reviews = 0,
): { id: GameTab; label: string; count?: ReactNode }[] {
  const media = game.screenshots.length + game.videos.length
  const { total } = game.achievements
  return [
    { id: 'overview', label: 'Overview' },
    ...(media > 0 ? [{ id: 'media' as const, label: 'Media', count: media }] : []),
    ...(total > 0
      ? [
          {
            id: 'achievements' as const,
            label: 'Achievements',
            count: completed === null ? total : `${Math.min(completed, total)}/${total}`,
          },
        ]
      : []),
    { id: 'related', label: 'Related', count: game.relatedGames.length || null },
    ...(reviews > 0 ? [{ id: 'reviews' as const, label: 'Reviews', count: numberText(reviews) }] : []),
    ...(isActivityThere ? [{ id: 'activity' as const, label: 'Activity' }] : []),
  ]
}
