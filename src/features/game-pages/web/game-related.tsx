import { useQuery } from '@tanstack/react-query'
import type { Game } from '#features/catalogue/catalogue.contract.ts'
import { relatedQuery } from '#features/catalogue/web/game-panels.api.ts'
import { GamePoster } from '#features/game-actions/web/game-poster.widgets.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PosterGrid } from '#web/ui/poster-grid.tsx'
import { Section } from '#web/ui/section.tsx'
import { GAME_PARTS_TEXTS } from '../game-parts.texts.ts'

/** The Related panel: all related games. */
export function GameRelated({ game }: { game: Game }) {
  const { data } = useQuery(relatedQuery(game.id, game.relatedGames))
  // If the list fails to load, the related games of the game itself are shown.
  const games = data ?? game.relatedGames
  const [genre] = game.genres
  if (games.length === 0)
    return (
      <EmptyState
        level={2}
        title="Nothing like it yet"
        text={GAME_PARTS_TEXTS.noneRelated}
        link={{
          href: genre ? `/all-games?genre=${encodeURIComponent(genre.id || genre.name)}` : '/all-games',
          label: genre ? 'Same genre' : 'All games',
        }}
      />
    )
  return (
    <Section title="Related Games" aside={<span className="num text-14 text-text-3">{games.length}</span>}>
      <PosterGrid label="Related Games" columns={6}>
        {games.map((each) => (
          <GamePoster key={each.id} game={each} />
        ))}
      </PosterGrid>
    </Section>
  )
}
