import type { Game } from '#features/catalogue/catalogue.contract.ts'
import { LibraryPanel } from '#features/game-actions/web/library-panel.widgets.tsx'
import { BackToGames } from './game-back.tsx'
import { HeroBackdrop, HeroContent } from './game-hero-content.tsx'
import { HERO_GRID } from './game-hero-grid.ts'

/** The head of a game's page. */
export function Hero({ game }: { game: Game }) {
  return (
    <div className="relative overflow-hidden">
      <HeroBackdrop game={game} />
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
