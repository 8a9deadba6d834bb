import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import type { Game } from '#features/catalogue/catalogue.contract.ts'
import { FeedSkeleton, PosterGridSkeleton, RowsSkeleton, ShotsSkeleton } from '#web/ui/list-skeletons.tsx'
import type { GameTab } from './game-tabs.ts'

type PanelTab = Exclude<GameTab, 'overview'>

/** The code and data of a panel load when it is opened. */
const panel = (load: () => Promise<ComponentType<{ game: Game; completed: number | null }>>) =>
  lazy(() => load().then((Panel) => ({ default: Panel })))

const PANELS = {
  media: panel(() => import('#features/catalogue/web/game-media.widgets.tsx').then((module) => module.GameMedia)),
  achievements: panel(() => import('./game-achievements.tsx').then((module) => module.GameAchievements)),
  related: panel(() => import('./game-related.tsx').then((module) => module.GameRelated)),
  reviews: panel(() => import('#features/reviews/web/game-reviews.widgets.tsx').then((module) => module.GameReviews)),
  activity: panel(() => import('./game-activity.tsx').then((module) => module.GameActivity)),
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
