import type { Game } from '#features/catalogue/catalogue.contract.ts'
import { LibraryPanel } from '#features/library/web/library-panel.tsx'
import { lazyHydrated } from '#web/lazy-hydration.tsx'
import { ControlSkeleton, Skeleton } from '#web/ui/skeleton.tsx'
import { HERO_GRID } from './game-hero-grid.ts'

const loadContent = () => import('./game-hero-content.tsx')

/** Cover, name, facts, trailer: to be read, so their code is not part of the first JavaScript. */
const HeroContent = lazyHydrated(
  () => loadContent().then((module) => module.HeroContent),
  <>
    <div className={HERO_GRID.cover}>
      <Skeleton className="skeleton-poster" />
    </div>
    <Skeleton className="h-12 w-7/10" />
    <div className={HERO_GRID.facts}>
      <Skeleton className="h-7 w-3/5" />
      <Skeleton className="mt-4 h-12 w-9/10" />
      <ControlSkeleton className="mt-4 w-40" />
    </div>
  </>,
)
const Backdrop = lazyHydrated(() => loadContent().then((module) => module.HeroBackdrop))
/** The placeholder has the height of the link, so that nothing moves when the code arrives after the data. */
const BackToGames = lazyHydrated(
  () => loadContent().then((module) => module.BackToGames),
  <div className="py-4">
    <Skeleton className="h-5 w-28" />
  </div>,
)

/** Loads the code of the head before the browser renders it, so that nothing moves when it arrives. */
export const preloadHero = () => Promise.all([Backdrop, BackToGames, HeroContent].map((part) => part.preload()))

/** The head of a game's page. */
export function Hero({ game }: { game: Game }) {
  return (
    <div className="relative overflow-hidden">
      <Backdrop game={game} />
      <div className="page relative">
        <BackToGames key={game.id} />
        <div className={HERO_GRID.frame}>
          <HeroContent game={game} />
          <div className={HERO_GRID.panel}>
            <LibraryPanel game={game} />
          </div>
        </div>
      </div>
    </div>
  )
}
