import type { Game, Term } from '#features/catalogue/catalogue.contract.ts'
import { releaseDateText, unique } from '#features/catalogue/catalogue.rules.ts'
import { shortTerm } from '#features/catalogue/names.rules.ts'
import { addressOf } from '#features/catalogue/web/filters.api.ts'
import { GamePoster } from '#features/game-actions/web/game-poster.widgets.tsx'
import { Ratings } from '#features/reviews/web/ratings.widgets.tsx'
import { lazyHydrated } from '#web/lazy-hydration.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { PosterStrip } from '#web/ui/poster-grid.tsx'
import { Section } from '#web/ui/section.tsx'
import { ReadMore } from '#web/ui/truncate.tsx'
import { useNow } from '#web/use-env.ts'
import { GAME_PARTS_TEXTS } from '../game-parts.texts.ts'
import { platformNames } from './game-platforms.ts'
import type { GameTab } from './game-tabs.ts'
import { ReportWrongData } from './report-wrong-data.tsx'

const GameActivityList = lazyHydrated(() => import('#features/activity/web/activity.widgets.tsx'), 'GameActivityList')

const LatestReviews = lazyHydrated(() => import('#features/reviews/web/game-reviews.widgets.tsx'), 'LatestReviews')
const GameThreads = lazyHydrated(() => import('#features/forum/web/forum.widgets.tsx'), 'GameThreads')

/** The number of shown items of each kind (000 §9). */
const SHOWN = { genres: 4, platforms: 6, developers: 3, related: 4, activities: 3 }

/** The Overview panel: summary, facts, related games, activity. */
export function Overview(props: { game: Game; hasActivity: boolean; onOpen: (tab: GameTab, search?: string) => void }) {
  const { game, onOpen } = props
  return (
    <div className="grid items-start gap-x-16 gap-y-8 max-wide:gap-x-10 side:grid-cols-[minmax(0,1fr)_272px] wide:grid-cols-[minmax(0,1fr)_312px]">
      <div className="min-w-0">
        <About game={game} />
        <Related game={game} onOpen={() => onOpen('related')} />
        <LatestReviews key={game.id} game={game} onOpen={onOpen} />
        <GameThreads key={`forum ${game.id}`} game={game} />
      </div>
      <div className="min-w-0">
        <Ratings key={game.id} gameId={game.id} onOpen={onOpen} />
        <GameInfo game={game} />
        <Section
          title="Activity"
          action={
            props.hasActivity && (
              <button type="button" onClick={() => onOpen('activity')}>
                All<span className="visually-hidden"> activity</span>
              </button>
            )
          }
        >
          <GameActivityList key={game.id} gameId={game.id} most={SHOWN.activities} />
        </Section>
      </div>
    </div>
  )
}

function About({ game }: { game: Game }) {
  const { genres, themes, summary, storyline } = game
  return (
    <>
      <Section title="About">
        {summary ? <ReadMore key={game.id} text={summary} /> : <p className="prose">{GAME_PARTS_TEXTS.notDescribed}</p>}
        {genres.length + themes.length > 0 && (
          <ul className="mt-5 flex flex-wrap gap-1.5" aria-label="Genres and themes">
            {genres.map((term) => (
              <Tag key={term.name} kind="genre" term={term} />
            ))}
            {themes.map((term) => (
              <Tag key={term.name} kind="theme" term={term} />
            ))}
          </ul>
        )}
      </Section>
      {storyline && (
        <Section title="Storyline">
          <ReadMore key={game.id} text={storyline} />
        </Section>
      )}
    </>
  )
}

/** Links to the games with this term: by id, or by name if the source provides no id. */
function Tag({ kind, term }: { kind: 'genre' | 'theme'; term: Term }) {
  return (
    <li>
      <a className="chip edge" href={addressOf({ [kind]: String(term.id || term.name) })}>
        {shortTerm(term.name)}
      </a>
    </li>
  )
}

function Related({ game, onOpen }: { game: Game; onOpen: () => void }) {
  const games = game.relatedGames
  if (games.length === 0) return null
  return (
    <Section
      title="Related Games"
      action={
        games.length > SHOWN.related && (
          <button type="button" onClick={onOpen}>
            View All ({games.length})
          </button>
        )
      }
    >
      <PosterStrip label="Related Games" className="md:[--n:4]!">
        {games.slice(0, SHOWN.related).map((each) => (
          <GamePoster key={each.id} game={each} />
        ))}
      </PosterStrip>
    </Section>
  )
}

function GameInfo({ game }: { game: Game }) {
  const now = useNow()
  const companies = (role: 'developer' | 'publisher') =>
    some(
      game.involved_companies.filter((each) => each[role]).map((each) => each.company.name),
      SHOWN.developers,
    )
  const terms = (of: readonly Term[]) =>
    some(
      of.map(({ name }) => shortTerm(name)),
      SHOWN.genres,
    )
  return (
    <Section title="Game Info">
      <Facts
        items={[
          ['Released', releaseDateText(game.first_release_date, now)],
          ['Developer', companies('developer')],
          ['Publisher', companies('publisher')],
          ['Genres', terms(game.genres)],
          ['Themes', terms(game.themes)],
          ['Platforms', some(platformNames(game), SHOWN.platforms)],
          ['Modes', terms(game.game_modes)],
          ['Series', game.series],
          ['Critics', game.metacritic !== null && `${game.metacritic} of 100`],
        ]}
      />
      <ReportWrongData key={game.id} game={game} />
    </Section>
  )
}

const some = (names: readonly string[], most: number) => unique(names).slice(0, most).join(', ')
