import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import { useViewer } from '#features/accounts/web/accounts.widgets.tsx'
import type { Game } from '#features/catalogue/catalogue.contract.ts'
import {
  byProminence,
  chooseCover,
  firstFew,
  ratingOutOfTen,
  releaseDateText,
  shortPlatform,
  shortTerm,
  unique,
  yearText,
} from '#features/catalogue/catalogue.rules.ts'
import { gameQuery } from '#features/catalogue/web/catalogue.api.ts'
import { posterGame } from '#features/catalogue/web/catalogue.widgets.tsx'
import { addressOf } from '#features/catalogue/web/filters.ts'
import { hoursText } from '#features/library/library.rules.ts'
import { entryQuery, loadMarks } from '#features/library/web/library.api.ts'
import { GamePoster } from '#features/library/web/library.widgets.tsx'
import { LibraryPanel } from '#features/library/web/library-panel.tsx'
import { canonicalGameId, type GameId } from '#shared/ids.ts'
import { Head } from '#web/head.tsx'
import { later } from '#web/later.tsx'
import type { LoadContext } from '#web/page.ts'
import { Button } from '#web/ui/button.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { cx } from '#web/ui/class-names.ts'
import { Cover } from '#web/ui/cover.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { PosterGrid, PosterStrip } from '#web/ui/poster-grid.tsx'
import { Section } from '#web/ui/section.tsx'
import { toast } from '#web/ui/toasts.ts'
import { ReadMore } from '#web/ui/truncate.tsx'
import { useNow } from '#web/use-env.ts'

const GameActivityList = later(() =>
  import('#features/activity/web/activity.widgets.tsx').then((module) => module.GameActivityList),
)

/** How many of each are shown (000 §9). */
const SHOWN = { heroPlatforms: 3, genres: 4, platforms: 6, developers: 3, related: 4 }

export async function load({ client, params }: LoadContext) {
  const id = canonicalGameId(params.gameId ?? '')
  if (id === null) throw new Response(null, { status: 404 })
  const game = client.ensureQueryData({ ...gameQuery(id), revalidateIfStale: true })
  await Promise.all([
    game.then(({ relatedGames }) => loadMarks(client, [id, ...relatedGames.map((each) => each.id)])),
    client.prefetchQuery(entryQuery(id)),
    import('#features/activity/web/activity.api.ts').then(({ gameActivitiesQuery }) =>
      client.prefetchInfiniteQuery(gameActivitiesQuery(id)),
    ),
  ])
}

export function Page() {
  // The loader has refused what is no id.
  const id = canonicalGameId(useParams().gameId ?? '') as GameId
  const { data: game } = useQuery(gameQuery(id))
  if (!game) return null
  return (
    <>
      <Head
        title={`${game.name} (${yearText(game.year)})`}
        description={game.summary ?? `${game.name}: log it, rate it and see who plays it.`}
        path={`/game/${game.id}`}
        image={chooseCover(game) ?? game.coverImage}
      />
      <Hero game={game} />
      <div className="page grid items-start gap-x-16 gap-y-8 pt-4 pb-12 max-wide:gap-x-10 md:pt-8 side:grid-cols-[minmax(0,1fr)_272px] wide:grid-cols-[minmax(0,1fr)_312px]">
        <div>
          <About game={game} />
          {/* Another game's strip begins closed. */}
          <Related key={game.id} game={game} />
        </div>
        <div>
          <GameInfo game={game} />
          <Section title="Activity">
            <GameActivityList key={game.id} gameId={game.id} />
          </Section>
        </div>
      </div>
    </>
  )
}

/** Short and once each: PC and PC are one platform to a reader. */
const platformNames = (game: Game) => unique(byProminence(game.platforms.map(({ name }) => name)).map(shortPlatform))

/** Many words are smaller everywhere; a word that would break beside a phone's poster, there. */
const sizeOfTitle = (name: string) => (name.length > 40 ? 'game-title-long' : /\S{11}/.test(name) && 'game-title-wide')

function Hero({ game }: { game: Game }) {
  const now = useNow()
  const picture = posterGame(game)
  const platforms = firstFew(platformNames(game), SHOWN.heroPlatforms)
  const [genre] = game.genres
  return (
    <div className="relative overflow-hidden">
      <div
        aria-hidden="true"
        className="pointer-events-none absolute -inset-x-10 -top-15 bottom-0 opacity-60 blur-[36px] brightness-[.72] saturate-[1.7] [[data-theme=light]_&]:opacity-40 [[data-theme=light]_&]:brightness-100 [&_svg]:h-auto [&_svg]:w-full [&_svg]:-translate-y-1/4"
      >
        <Cover {...picture} facts={false} eager />
      </div>
      <div
        aria-hidden="true"
        className="pointer-events-none absolute inset-0 bg-linear-to-b from-[color-mix(in_srgb,var(--bg)_35%,transparent)] to-bg"
      />
      <div className="page relative">
        <a
          href="/all-games"
          className="inline-flex items-center gap-1.5 py-4 text-13 font-[550] text-text-2 hover:text-text"
        >
          <Icon name="left" />
          Back to Games
        </a>
        <div className="grid grid-cols-[116px_minmax(0,1fr)] items-end gap-4 pb-4 md:grid-cols-[200px_minmax(0,1fr)] md:grid-rows-[1fr_auto] md:gap-x-10 md:gap-y-4 md:pb-8 wide:grid-cols-[264px_minmax(0,1fr)_312px]">
          <div className="poster lift md:row-span-2">
            <Cover {...picture} label eager />
          </div>
          <div className="min-w-0">
            <p className="fact mb-3 flex flex-wrap gap-x-3.5 gap-y-1 text-text-2">
              <span className="num">{yearText(game.year)}</span>
              {game.developer && <span>{game.developer}</span>}
            </p>
            <h1 className={cx('game-title', sizeOfTitle(game.name))}>{game.name}</h1>
          </div>
          <div className="max-md:col-span-2 md:col-start-2">
            <ul className="flex flex-wrap gap-1.5" aria-label="Facts">
              {game.total_rating !== null && (
                <li>
                  <Chip>
                    <b className="num">{ratingOutOfTen(game.total_rating)}</b> of 10
                  </Chip>
                </li>
              )}
              <HoursPlayed id={game.id} />
              <li>
                <Chip>{releaseDateText(game.first_release_date, now)}</Chip>
              </li>
              {genre && (
                <li>
                  <Chip>{shortTerm(genre.name)}</Chip>
                </li>
              )}
              {platforms.shown.length > 0 && (
                <li>
                  <Chip edge>
                    {platforms.shown.join(' · ')}
                    {platforms.more > 0 && <span className="num"> +{platforms.more}</span>}
                  </Chip>
                </li>
              )}
            </ul>
            <div className="mt-4 flex flex-wrap gap-2">
              <ShareButton name={game.name} path={`/game/${game.id}`} />
            </div>
          </div>
          <div className="col-span-full wide:col-span-1 wide:col-start-3 wide:row-span-2 wide:row-start-1">
            <LibraryPanel game={game} />
          </div>
        </div>
      </div>
    </div>
  )
}

function HoursPlayed({ id }: { id: GameId }) {
  const viewer = useViewer()
  const { data: entry } = useQuery({ ...entryQuery(id), enabled: viewer !== null })
  if (!entry || entry.play_time <= 0) return null
  return (
    <li>
      <Chip icon="clock">
        <span className="num">{hoursText(entry.play_time)}</span> played
      </Chip>
    </li>
  )
}

function ShareButton({ name, path }: { name: string; path: string }) {
  async function share(): Promise<void> {
    try {
      await navigator.clipboard.writeText(location.origin + path)
      toast({ title: 'Link copied', description: name })
    } catch {
      toast({ title: 'The link could not be copied', description: location.origin + path })
    }
  }
  return (
    <Button kind="quiet" icon="share" onClick={() => void share()}>
      Share
    </Button>
  )
}

function About({ game }: { game: Game }) {
  return (
    <Section title="About">
      {game.summary ? <ReadMore text={game.summary} /> : <p className="prose">Nobody has described this game yet.</p>}
      {game.storyline && <ReadMore text={game.storyline} />}
      {game.genres.length > 0 && (
        <ul className="mt-5 flex flex-wrap gap-1.5" aria-label="Genres and themes">
          {game.genres.map((genre) => (
            <li key={`genre ${genre.id}`}>
              <a className="chip edge" href={addressOf({ genre: String(genre.id) })}>
                {shortTerm(genre.name)}
              </a>
            </li>
          ))}
          {game.themes.map((theme) => (
            <li key={`theme ${theme.id}`}>
              <a className="chip edge" href={addressOf({ theme: String(theme.id) })}>
                {shortTerm(theme.name)}
              </a>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

function Related({ game }: { game: Game }) {
  const [isWhole, showAll] = useState(false)
  const games = game.relatedGames
  if (games.length === 0) return null
  const hasMore = games.length > SHOWN.related
  const posters = (isWhole ? games : games.slice(0, SHOWN.related)).map((each) => (
    <GamePoster key={each.id} game={each} />
  ))
  return (
    <Section
      title="Related Games"
      action={
        hasMore && (
          <button type="button" aria-expanded={isWhole} onClick={() => showAll(!isWhole)}>
            {isWhole ? 'Show Less' : `View All (${games.length})`}
          </button>
        )
      }
    >
      {isWhole ? (
        <PosterGrid label="Related Games" columns={6}>
          {posters}
        </PosterGrid>
      ) : (
        <PosterStrip label="Related Games" className="md:[--n:4]!">
          {posters}
        </PosterStrip>
      )}
    </Section>
  )
}

function GameInfo({ game }: { game: Game }) {
  const now = useNow()
  const companies = (role: 'developer' | 'publisher') =>
    game.involved_companies.filter((each) => each[role]).map((each) => each.company.name)
  const some = (names: readonly string[], most: number) => unique(names).slice(0, most).join(', ')
  return (
    <Section title="Game Info">
      <Facts
        items={[
          ['Released', releaseDateText(game.first_release_date, now)],
          ['Developer', some(companies('developer'), SHOWN.developers)],
          ['Publisher', some(companies('publisher'), SHOWN.developers)],
          [
            'Genres',
            some(
              game.genres.map(({ name }) => shortTerm(name)),
              SHOWN.genres,
            ),
          ],
          ['Platforms', some(platformNames(game), SHOWN.platforms)],
          [
            'Modes',
            some(
              game.game_modes.map(({ name }) => shortTerm(name)),
              SHOWN.genres,
            ),
          ],
          ['Series', game.series],
        ]}
      />
    </Section>
  )
}
