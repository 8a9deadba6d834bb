import { useInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { GamePoster } from '#features/game-actions/web/game-poster.widgets.tsx'
import { entriesOf, latestEntriesQuery } from '#features/journal/web/journal.api.ts'
import { SHELF_EMPTY } from '#features/library/library.texts.ts'
import { plural } from '#shared/counted.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PosterGrid } from '#web/ui/poster-grid.tsx'
import { Section } from '#web/ui/section.tsx'
import { HOME_TEXTS } from '../home-member.texts.ts'
import { FIRST_SHELF, popularQuery } from './home-strips.api.ts'

/** The first games of a newcomer. It stays during the visit, so that the posters do not disappear on the first click. */
export function FirstShelf({ gameCount }: { gameCount: number }) {
  const { data: games } = useSuspenseQuery(popularQuery(FIRST_SHELF))
  const { data: journal } = useInfiniteQuery(latestEntriesQuery())
  const hasWritten = entriesOf(journal?.pages).length > 0
  return (
    <>
      {gameCount === 0 ? (
        <EmptyState
          level={2}
          title={hasWritten ? HOME_TEXTS.written : SHELF_EMPTY}
          text={hasWritten ? HOME_TEXTS.shelveToo : HOME_TEXTS.begin}
          action={
            <ButtonLink kind="mine" href="/all-games">
              Find a game
            </ButtonLink>
          }
        />
      ) : (
        <EmptyState
          level={2}
          title={plural(gameCount, HOME_TEXTS.firstGame, `${gameCount} games in your library`)}
          text={HOME_TEXTS.goOn}
          action={<ButtonLink href="/profile/games">My library</ButtonLink>}
        />
      )}
      <Section title="Popular" more={{ href: '/all-games', label: 'All games' }} className="mt-4!">
        {/* Whole rows at every width. */}
        <PosterGrid
          label="Popular"
          className="md:max-lg:[&>li:nth-child(n+16)]:hidden xl:[&>li:nth-child(n+17)]:hidden"
        >
          {games.map((game, at) => (
            <GamePoster key={game.id} game={game} eager={at < 6} />
          ))}
        </PosterGrid>
      </Section>
    </>
  )
}
