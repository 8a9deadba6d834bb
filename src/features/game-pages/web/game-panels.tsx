import { type ComponentType, type ReactNode, Suspense } from 'react'
import type { Game } from '#features/catalogue/catalogue.contract.ts'
import { lazyLoaded } from '#web/lazy-hydration.tsx'
import { FeedSkeleton, PosterGridSkeleton, RowsSkeleton, ShotsSkeleton } from '#web/ui/list-skeletons.tsx'
import type { GameTab } from './game-tabs.ts'

type PanelTab = Exclude<GameTab, 'overview'>

/** The code and data of a panel load when it is opened. */
const PANELS: Record<PanelTab, ComponentType<{ game: Game; completed: number | null }>> = {
  media: lazyLoaded(() => import('#features/catalogue/web/game-media.widgets.tsx'), 'GameMedia'),
  achievements: lazyLoaded(() => import('./game-achievements.tsx'), 'GameAchievements'),
  related: lazyLoaded(() => import('./game-related.tsx'), 'GameRelated'),
  reviews: lazyLoaded(() => import('#features/reviews/web/game-reviews.widgets.tsx'), 'GameReviews'),
  activity: lazyLoaded(() => import('./game-activity.tsx'), 'GameActivity'),
}

const SKELETONS: Record<PanelTab, ReactNode> = {
  media: <ShotsSkeleton />,
  achievements: <RowsSkeleton />,
  related: <PosterGridSkeleton count={12} />,
  reviews: <RowsSkeleton />,
  activity: <FeedSkeleton />,
}

/** A panel of a game's page other than the overview. */
export function GamePanel({ tab, ...props }: { tab: PanelTab; game: Game; completed: number | null }) {
  const Content = PANELS[tab]
  return (
    <Suspense fallback={SKELETONS[tab]}>
      <Content {...props} />
    </Suspense>
  )
}
