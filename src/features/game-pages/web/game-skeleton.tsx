import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useParams } from 'react-router'
import type { GameCard } from '#features/catalogue/catalogue.contract.ts'
import { yearText } from '#features/catalogue/catalogue.rules.ts'
import { posterGame } from '#features/catalogue/web/catalogue.widgets.tsx'
import { canonicalGameId } from '#shared/canonical-ids.ts'
import { cx } from '#web/ui/class-names.ts'
import { Cover } from '#web/ui/cover.tsx'
import { ControlSkeleton, Skeleton } from '#web/ui/skeleton.tsx'
import { BackToGames } from './game-back.tsx'
import { HERO_GRID, sizeOfTitle } from './game-hero-grid.ts'
import { NumberedName } from './numbered-name.tsx'

/**
 * The skeleton of a game's page, with the measures of the page, and with cover, name and year if a list has shown the
 * game before.
 */
export function GameSkeleton() {
  const id = canonicalGameId(useParams().gameId ?? '')
  const card = findCard(useQueryClient(), id)
  return (
    <div className="page shape pb-12" role="status">
      <title>{card?.name ?? 'Loading'}</title>
      <BackToGames key={id} />
      <span className="visually-hidden">Loading</span>
      <div className={HERO_GRID.frame}>
        <div className={HERO_GRID.cover}>
          {card ? <Cover {...posterGame(card)} label eager /> : <Skeleton className="skeleton-poster" />}
        </div>
        <div className="min-w-0">
          {card ? (
            <>
              <p className="fact mb-3 flex flex-wrap gap-x-3.5 gap-y-1 text-text-2">
                <span className="num">{yearText(card.year)}</span>
                {card.developer && <span>{card.developer}</span>}
              </p>
              <h1 className={cx('game-title', sizeOfTitle(card.name))}>
                <NumberedName name={card.name} />
              </h1>
            </>
          ) : (
            <Skeleton className="h-12 w-7/10" />
          )}
        </div>
        {/* Chips, a lead of two lines, actions. */}
        <div className={HERO_GRID.facts}>
          <Skeleton className="h-7 w-3/5" />
          <Skeleton className="mt-4 h-12 w-9/10" />
          <ControlSkeleton className="mt-4 w-40" />
        </div>
        <div className={HERO_GRID.panel}>
          <PanelShape />
        </div>
      </div>
      <Skeleton className="mb-6 h-11.5 w-full md:mb-8" />
      <div className="grid gap-3">
        <Skeleton className="h-4 w-9/10" />
        <Skeleton className="h-4 w-4/5" />
        <Skeleton className="h-4 w-3/5" />
      </div>
    </div>
  )
}

/** Status, stars, standing, and two rows of buttons. */
function PanelShape() {
  return (
    <div className="panel">
      <Skeleton className="h-17" />
      <ControlSkeleton />
      <Skeleton className="h-8.5" />
      <ControlSkeleton />
      <ControlSkeleton />
    </div>
  )
}

/** Returns the game's card from a list in the query cache. */
function findCard(client: QueryClient, id: string | null): GameCard | undefined {
  for (const { state } of client.getQueryCache().getAll()) {
    const { games, relatedGames } = (state.data ?? {}) as Partial<Record<'games' | 'relatedGames', readonly GameCard[]>>
    for (const list of [games, relatedGames]) {
      const card = Array.isArray(list) ? list.find((each: GameCard) => each.id === id) : undefined
      if (card) return card
    }
  }
}
