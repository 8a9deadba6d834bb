import { useQuery } from '@tanstack/react-query'
import { useViewer } from '#features/accounts/web/accounts.widgets.tsx'
import { GamePoster } from '#features/game-actions/web/game-poster.widgets.tsx'
import { popularQuery, STRIP } from '#features/home/web/home-strips.api.ts'
import { SEARCH_FIELD } from '#features/search/search-opener.texts.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { TextInput } from '#web/ui/field.tsx'
import { PosterStrip } from '#web/ui/poster-grid.tsx'
import { Section } from '#web/ui/section.tsx'
import { useEnv, useIsHydrated } from '#web/use-env.ts'
import { MISSING_PAGE } from './missing-page.texts.ts'

/** What the server loads for the page of an address without a page. */
export const missingPageQuery = () => popularQuery(STRIP)

/** Says that an address has no page, and offers the search, the way back, and what many play. */
export function MissingPage({ title, isGame }: { title: string; isGame: boolean }) {
  const viewer = useViewer()
  // A visitor of a members' site sees neither games nor results.
  const isOutside = useEnv().isForMembers === true && viewer === null
  const { data: games = [] } = useQuery({ ...missingPageQuery(), enabled: !isOutside })
  // The server does not know where the reader comes from.
  const hasWayBack = useIsHydrated() && history.length > 1
  const face = <Face title={title} isGame={isGame} />
  if (isOutside) return face
  return (
    <>
      {face}
      <div className="mx-auto flex max-w-[640px] flex-wrap justify-center gap-2">
        <form role="search" aria-label="Everything" action="/search" className="flex min-w-0 grow basis-80 gap-2">
          <TextInput
            type="search"
            name="q"
            aria-label={SEARCH_FIELD}
            autoComplete="off"
            placeholder={SEARCH_FIELD}
            className="min-w-0 flex-1"
          />
          <Button kind="solid" type="submit">
            Search
          </Button>
        </form>
        {hasWayBack && (
          <Button kind="quiet" icon="left" onClick={() => history.back()}>
            Back
          </Button>
        )}
      </div>
      {games.length > 0 && (
        <Section title="Popular" more={{ href: '/all-games', label: 'All games' }}>
          <PosterStrip label="Popular">
            {games.map((game) => (
              <GamePoster key={game.id} game={game} />
            ))}
          </PosterStrip>
        </Section>
      )}
    </>
  )
}

function Face({ title, isGame }: { title: string; isGame: boolean }) {
  return (
    <EmptyState
      level={1}
      title={title}
      text={MISSING_PAGE}
      action={
        <>
          <ButtonLink kind="mine" href={isGame ? '/all-games' : '/'}>
            {isGame ? 'Back to Games' : 'Home'}
          </ButtonLink>
          {isGame && (
            <ButtonLink kind="quiet" href="/">
              Home
            </ButtonLink>
          )}
        </>
      }
      className="pt-[6vh]! pb-6!"
    />
  )
}
