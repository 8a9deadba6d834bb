import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useParams } from 'react-router'
import type { GameCard } from '#features/catalogue/catalogue.contract.ts'
import { yearText } from '#features/catalogue/catalogue.rules.ts'
import { posterGame } from '#features/catalogue/web/catalogue.widgets.tsx'
import { canonicalGameId } from '#shared/canonical-ids.ts'
import { Cover } from '#web/ui/cover.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { BackToGames } from './game-back.tsx'

/** The head of a game's page before its facts are there: with cover, name and year where a list has shown the game before. */
export function GameShape() {
  const id = canonicalGameId(useParams().gameId ?? '')
  const card = findCard(useQueryClient(), id)
  return (
    <div className="page" role="status">
      <title>{card?.name ?? 'Loading'}</title>
      <BackToGames key={id} />
      <span className="vh">Loading</span>
      <div className="grid grid-cols-[116px_minmax(0,1fr)] items-end gap-4 pb-4 md:grid-cols-[200px_minmax(0,1fr)] md:gap-x-10 md:pb-8 wide:grid-cols-[264px_minmax(0,1fr)_312px]">
        <div className="poster lift">
          {card ? <Cover {...posterGame(card)} label eager /> : <Skeleton className="sk-poster" />}
        </div>
        <div className="min-w-0">
          {card ? (
            <>
              <p className="fact mb-3 flex flex-wrap gap-x-3.5 gap-y-1 text-text-2">
                <span className="num">{yearText(card.year)}</span>
                {card.developer && <span>{card.developer}</span>}
              </p>
              <h1 className="game-title">{card.name}</h1>
            </>
          ) : (
            <Skeleton className="h-12 w-7/10" />
          )}
          <Skeleton className="mt-6 h-7 w-3/5" />
        </div>
      </div>
      <div className="mt-6 grid gap-3 pb-24">
        <Skeleton className="h-4 w-9/10" />
        <Skeleton className="h-4 w-4/5" />
        <Skeleton className="h-4 w-3/5" />
      </div>
    </div>
  )
}

/** What a list that is in memory knows of a game. */
function findCard(client: QueryClient, id: string | null): GameCard | undefined {
  for (const { state } of client.getQueryCache().getAll()) {
    const { games, relatedGames } = (state.data ?? {}) as Partial<Record<'games' | 'relatedGames', readonly GameCard[]>>
    for (const list of [games, relatedGames]) {
      const card = Array.isArray(list) ? list.find((each: GameCard) => each.id === id) : undefined
      if (card) return card
    }
  }
}
