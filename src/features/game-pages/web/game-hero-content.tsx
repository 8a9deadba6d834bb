import { useQuery } from '@tanstack/react-query'
import { useViewer } from '#features/accounts/web/accounts.widgets.tsx'
import type { Game } from '#features/catalogue/catalogue.contract.ts'
import { ratingOutOfTen, releaseDateText, scoreSource, yearText } from '#features/catalogue/catalogue.rules.ts'
import { atWidth, chooseBackground } from '#features/catalogue/game-shapes.rules.ts'
import { shortTerm, summariseNames } from '#features/catalogue/names.rules.ts'
import { posterGame } from '#features/catalogue/web/catalogue.widgets.tsx'
import { factsQuery } from '#features/catalogue/web/game-facts.api.ts'
import { hoursText } from '#features/library/library.rules.ts'
import { entryQuery } from '#features/library/web/library.api.ts'
import type { GameId } from '#shared/ids.ts'
import { shorten } from '#web/head.tsx'
import { lazyHydrated } from '#web/lazy-hydration.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { cx } from '#web/ui/class-names.ts'
import { Cover } from '#web/ui/cover.tsx'
import { useNow } from '#web/use-env.ts'
import { STATUS_TEXTS } from '../game-status.texts.ts'
import { Backdrop } from './backdrop.tsx'
import { GameHead } from './game-head.tsx'
import { HeroActions } from './game-hero-actions.tsx'
import { HERO_GRID, sizeOfTitle } from './game-hero-grid.ts'
import { platformNames } from './game-platforms.ts'
import { NumberedName } from './numbered-name.tsx'

const HowLong = lazyHydrated(
  () => import('#features/play-log/web/how-long/how-long.widgets.tsx'),
  'HowLong',
  <div className="how-long h-7" />,
)

const GameFriends = lazyHydrated(() => import('#features/library/web/friends/game-friends.widgets.tsx'), 'GameFriends')

/** The number of platforms that are named (000 §9). */
const PLATFORMS = 3

/** Cover, name, facts and actions of the head of a game's page, as cells of `HERO_GRID`. */
export function HeroContent({ game }: { game: Game }) {
  const now = useNow()
  const viewer = useViewer()
  const platforms = summariseNames(platformNames(game), PLATFORMS)
  const [genre] = game.genres
  const lead = leadOf(game.summary)
  return (
    <>
      <GameHead game={game} />
      <div className={HERO_GRID.cover}>
        <Cover {...posterGame(game)} label eager />
      </div>
      <div className="min-w-0">
        <p className="fact mb-3 flex flex-wrap gap-x-3.5 gap-y-1 text-text-2">
          <span className="num">{yearText(game.year)}</span>
          {game.developer && <span>{game.developer}</span>}
        </p>
        <h1 className={cx('game-title', sizeOfTitle(game.name))}>
          <NumberedName name={game.name} />
        </h1>
      </div>
      <div className={HERO_GRID.facts}>
        <ul className="flex flex-wrap gap-1.5" aria-label="Facts">
          {game.total_rating !== null && (
            <li>
              <Chip>
                {scoreSource(game)} <b className="num">{ratingOutOfTen(game.total_rating)}</b> of 10
              </Chip>
            </li>
          )}
          <HoursPlayed id={game.id} />
          <StatusChip id={game.id as GameId} />
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
        {(game.time_to_beat !== null || game.play_times.length > 0) && <HowLong key={game.id} game={game} />}
        {viewer && <GameFriends key={`friends ${game.id}`} id={game.id as GameId} />}
        {lead && <p className="mt-4 max-w-[56ch] text-16 text-pretty text-text-2">{lead}</p>}
        <div className="mt-4 flex flex-wrap gap-2">
          <HeroActions key={game.id} game={game} />
        </div>
      </div>
    </>
  )
}

/** It is blurred, so the smallest size suffices. */
export function HeroBackdrop({ game }: { game: Game }) {
  const background = chooseBackground(game)
  return <Backdrop game={{ ...posterGame(game), coverUrl: background && atWidth(background, 264) }} />
}
/** The length of a lead, in code points. */
const LEAD = { least: 40, most: 170 }

/** Returns the first sentence of a summary that continues after it; About shows the whole summary. */
function leadOf(summary: string | null): string | null {
  const text = summary?.replace(/\s+/g, ' ').trim() ?? ''
  const sentence = new RegExp(`^.{${LEAD.least},${LEAD.most}}?[.!?](?=\\s)`, 'u').exec(text)?.[0]
  const lead = sentence ?? shorten(text, LEAD.most)
  return text.length - lead.length >= LEAD.least ? lead : null
}

/** A game that is cancelled or not whole yet says so beside its date. */
function StatusChip({ id }: { id: GameId }) {
  const { data: facts } = useQuery(factsQuery(id))
  const text = facts?.status && STATUS_TEXTS[facts.status]
  if (!text) return null
  return (
    <li>
      <Chip>{text}</Chip>
    </li>
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
