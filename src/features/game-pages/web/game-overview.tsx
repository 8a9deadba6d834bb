import { useQuery } from '@tanstack/react-query'
import type { Game, Term } from '#features/catalogue/catalogue.contract.ts'
import { shortTerm } from '#features/catalogue/names.rules.ts'
import { factsQuery, shelvedIds } from '#features/catalogue/web/game-facts.api.ts'
import { GamePoster } from '#features/game-actions/web/game-poster.widgets.tsx'
import { Ratings } from '#features/reviews/web/ratings.widgets.tsx'
import type { GameId } from '#shared/ids.ts'
import { lazyHydrated } from '#web/lazy-hydration.tsx'
import { PosterStrip } from '#web/ui/poster-grid.tsx'
import { Section } from '#web/ui/section.tsx'
import { ReadMore } from '#web/ui/truncate.tsx'
import { GAME_PARTS_TEXTS } from '../game-parts.texts.ts'
import { GameInsert } from './game-insert.tsx'
import { GameShelves } from './game-shelves.tsx'
import type { GameTab } from './game-tabs.ts'

const GameActivityList = lazyHydrated(() => import('#features/activity/web/activity.widgets.tsx'), 'GameActivityList')

const LatestReviews = lazyHydrated(() => import('#features/reviews/web/game-reviews.widgets.tsx'), 'LatestReviews')
const GameThreads = lazyHydrated(() => import('#features/forum/web/forum.widgets.tsx'), 'GameThreads')

/** The number of shown items of each kind (000 §9). */
const SHOWN = { related: 4, activities: 3 }

/** The Overview panel: summary, facts, related games, activity. */
export function Overview(props: { game: Game; hasActivity: boolean; onOpen: (tab: GameTab, search?: string) => void }) {
  const { game, onOpen } = props
  return (
    <div className="grid items-start gap-x-16 gap-y-8 max-wide:gap-x-10 side:grid-cols-[minmax(0,1fr)_272px] wide:grid-cols-[minmax(0,1fr)_312px]">
      <div className="min-w-0">
        <About game={game} />
        <GameInsert game={game} />
        <GameShelves game={game} />
        <Related game={game} onOpen={() => onOpen('related')} />
        <LatestReviews key={game.id} game={game} onOpen={onOpen} />
        <GameThreads key={`forum ${game.id}`} game={game} />
      </div>
      <div className="min-w-0">
        <Ratings key={game.id} gameId={game.id} onOpen={onOpen} />
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
      <a className="chip edge" href={`/all-games?${kind}=${encodeURIComponent(term.id || term.name)}`}>
        {shortTerm(term.name)}
      </a>
    </li>
  )
}

function Related({ game, onOpen }: { game: Game; onOpen: () => void }) {
  const { data: facts } = useQuery(factsQuery(game.id as GameId))
  // What stands on a shelf does not stand here again.
  const shelved = new Set<string>(shelvedIds(facts))
  const games = game.relatedGames.filter(({ id }) => !shelved.has(id))
  if (games.length === 0) return null
  return (
    <Section
      title="Related Games"
      action={
        game.relatedGames.length > SHOWN.related && (
          <button type="button" onClick={onOpen}>
            View All ({game.relatedGames.length})
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
