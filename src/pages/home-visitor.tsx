import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { feedQuery } from '#features/activity/web/activity.api.ts'
import { ActivityFeed } from '#features/activity/web/activity.widgets.tsx'
import type { GameCard } from '#features/catalogue/catalogue.contract.ts'
import { GamePoster } from '#features/library/web/library.widgets.tsx'
import { Head } from '#web/head.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyFace } from '#web/ui/face.tsx'
import { PosterGrid, PosterStrip } from '#web/ui/poster-grid.tsx'
import { Section } from '#web/ui/section.tsx'
import { useEnv, useNow } from '#web/use-env.ts'
import { bestQuery, ofYearQuery, popularQuery, STRIP } from './home-strips.ts'

const ready = { revalidateIfStale: true } as const

export async function loadVisitorHome(client: QueryClient): Promise<void> {
  const year = new Date().getUTCFullYear()
  await Promise.all([
    client.ensureQueryData({ ...popularQuery(STRIP), ...ready }),
    client.ensureQueryData({ ...bestQuery(), ...ready }),
    client.ensureQueryData({ ...ofYearQuery(year), ...ready }),
    client.ensureQueryData({ ...ofYearQuery(year - 1), ...ready }),
    client.ensureInfiniteQueryData({ ...feedQuery('everyone'), ...ready }),
  ])
}

/** What the place is, in one sentence; then games, and what people do with them. */
export function VisitorHome() {
  const { productName } = useEnv()
  const year = useNow().getUTCFullYear()
  const { data: popular } = useSuspenseQuery(popularQuery(STRIP))
  const { data: best } = useSuspenseQuery(bestQuery())
  const { data: thisYear } = useSuspenseQuery(ofYearQuery(year))
  const { data: lastYear } = useSuspenseQuery(ofYearQuery(year - 1))
  const recent = newAndNotable(popular, thisYear, lastYear)
  return (
    <div className="page pb-12">
      <Head
        title={productName}
        description="A shelf, a diary and a feed for people who play games: log what you play, say how it went, see what your friends are up to."
        path="/"
      />
      <header className="max-w-190 pt-10 md:pt-18">
        <h1 className="game-title">Keep every game you play.</h1>
        <p className="mt-4 max-w-[52ch] text-16 leading-relaxed text-text-2 md:mt-5 md:text-18">
          {productName} is a shelf, a diary and a feed for people who play: log what you play, say how it went, see what
          your friends are up to.
        </p>
        <p className="mt-6 flex flex-wrap gap-3 md:mt-8">
          <ButtonLink kind="mine" size="big" href="/signup">
            Sign Up
          </ButtonLink>
          <ButtonLink size="big" href="/signin">
            Sign In
          </ButtonLink>
        </p>
      </header>
      {popular.length > 0 && (
        <Section title="Popular" more={{ href: '/all-games', label: 'All games' }}>
          <Strip games={popular} label="Popular" isEager />
        </Section>
      )}
      {recent.length > 0 && (
        <Section title="New and notable" more={{ href: '/all-games?sort=release', label: 'Newest' }}>
          <Strip games={recent} label="New and notable" />
        </Section>
      )}
      <div className="cols mt-8 md:mt-12">
        <Section title="Latest activity">
          <ActivityFeed
            from="everyone"
            empty={
              <EmptyFace
                title="Quiet so far"
                text="Nobody has logged a game here yet. Be the first."
                action={<ButtonLink href="/all-games">Find a game</ButtonLink>}
              />
            }
          />
        </Section>
        {best.length > 0 && (
          <aside className="max-side:-order-1">
            <Section
              title="Highest rated"
              more={{ href: '/all-games?sort=rating', label: 'All' }}
              className="side:sticky side:top-20"
            >
              <PosterGrid columns={3} label="Highest rated" className="grid-cols-3! md:max-side:grid-cols-9!">
                {best.map((game) => (
                  <GamePoster key={game.id} game={game} size={100} className="w-full!" />
                ))}
              </PosterGrid>
            </Section>
          </aside>
        )}
      </div>
    </div>
  )
}

/** A row of posters. The first row of a page loads its covers at once. */
export function Strip({ games, label, isEager }: { games: readonly GameCard[]; label: string; isEager?: boolean }) {
  return (
    <PosterStrip label={label}>
      {games.map((game, at) => (
        <GamePoster key={game.id} game={game} eager={isEager === true && at < 4} />
      ))}
    </PosterStrip>
  )
}

/** The best known releases of this year and the last, without those that stand above already. */
function newAndNotable(
  popular: readonly GameCard[],
  thisYear: readonly GameCard[],
  lastYear: readonly GameCard[],
): GameCard[] {
  const shown = new Set(popular.map(({ id }) => id))
  return [...thisYear, ...lastYear].filter(({ id }) => !shown.has(id)).slice(0, STRIP)
}
