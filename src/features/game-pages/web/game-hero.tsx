import { useEffect, useState, useSyncExternalStore } from 'react'
import type { Game } from '#features/catalogue/catalogue.contract.ts'
import { LibraryPanel } from '#features/library/web/library-panel.widgets.tsx'
import { lazyHydrated } from '#web/lazy-hydration.tsx'
import { HERO_GRID } from './game-hero-grid.ts'

const loadContent = () => import('./game-hero-content.tsx')

/** Cover, name, facts, trailer: to be read, so their code is not part of the first JavaScript. */
const HeroContent = lazyHydrated(() => loadContent().then((module) => module.HeroContent))
const Backdrop = lazyHydrated(() => loadContent().then((module) => module.HeroBackdrop))
const BackToGames = lazyHydrated(() => loadContent().then((module) => module.BackToGames))

let isHeroLoaded = false

/** Loads the code of the head before the browser renders it, so that nothing moves when it arrives. */
export async function preloadHero(): Promise<void> {
  await Promise.all([Backdrop, BackToGames, HeroContent].map((part) => part.preload()))
  isHeroLoaded = true
}

const neverChanges = () => () => {}

/**
 * Returns whether the page can show the head at once: the server rendered it, or its code has arrived. The data of a
 * game may arrive before this code, and the head's height depends on its facts. So the skeleton stays until both are
 * there. If the code cannot be loaded, this returns true, and the head itself reports the error.
 */
export function useHeroCode(): boolean {
  const canRender = useSyncExternalStore(
    neverChanges,
    () => isHeroLoaded,
    () => true,
  )
  const [isReady, setReady] = useState(canRender)
  useEffect(() => {
    const show = () => setReady(true)
    if (!isReady) preloadHero().then(show, show)
  }, [isReady])
  return isReady
}

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
