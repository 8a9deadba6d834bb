import { useViewer } from '#features/accounts/web/accounts.widgets.tsx'
import { GamePoster } from '#features/game-actions/web/game-poster.widgets.tsx'
import { MemberLink } from '#features/profiles/web/profiles.widgets.tsx'
import { numberText, plural } from '#shared/counted.ts'
import { dayText } from '#shared/dates.ts'
import { memberName } from '#shared/member-name.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { ButtonLink, IconButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { type FigureItem, Figures } from '#web/ui/facts.tsx'
import { PosterGrid } from '#web/ui/poster-grid.tsx'
import { Stars } from '#web/ui/rating.tsx'
import { Section } from '#web/ui/section.tsx'
import type { YearActivity, YearGame, YearLibrary, YearView } from '../years.contract.ts'
import { hoursOfYear } from '../years.rules.ts'
import { YEAR_TEXTS } from '../years.texts.ts'
import { yearHref, yearPicture } from './year-address.ts'
import { DayHeat, MonthBars, ShareBars } from './year-charts.tsx'
import { YearHighlights } from './year-highlights.tsx'
import { RatingsPart } from './year-ratings.tsx'
import { daysText } from './year-words.ts'

/** Renders a member's year: a poster first, then its numbers, charts and lists, as far as the viewer may see them. */
export function YearScreen({ year: view }: { year: YearView }) {
  const { library, activity, year } = view
  return (
    <div className="year">
      <YearHead view={view} />
      {view.isEmpty ? <Nothing view={view} /> : <Contents view={view} library={library} activity={activity} />}
      <OtherYears view={view} />
      {!view.isEmpty && view.hasPicture && (
        <Section title="Share it">
          <p className="pb-3 text-text-2">{YEAR_TEXTS.picture(year)}</p>
          <div className="flex flex-wrap gap-2">
            <ButtonLink icon="download" href={yearPicture(view.user.id, year, 'wide')} download={`${year}-wide.png`}>
              Wide picture
            </ButtonLink>
            <ButtonLink icon="download" href={yearPicture(view.user.id, year, 'tall')} download={`${year}-tall.png`}>
              Tall picture
            </ButtonLink>
          </div>
        </Section>
      )}
    </div>
  )
}

function YearHead({ view: { user, year, firstYear, lastYear, seenAs } }: { view: YearView }) {
  const name = memberName(user)
  const step = (to: number, icon: 'left' | 'right') =>
    to >= firstYear && to <= lastYear ? (
      <IconButtonLink icon={icon} label={String(to)} href={yearHref(user.id, to, seenAs)} />
    ) : null
  return (
    <header>
      {/* Above the figures, whose glyphs reach over it. */}
      <div className="relative flex min-h-11 items-center gap-3">
        <MemberLink member={user} isRepeated>
          <Avatar id={user.id} name={name} src={user.avatar_url} size={36} />
        </MemberLink>
        <span className="min-w-0 text-14 wrap-anywhere text-text-2">
          <MemberLink member={user} className="font-[650] text-text underline-offset-3 hover:underline">
            {name}
          </MemberLink>
          {year === lastYear ? ' in games, so far' : ' in games'}
        </span>
        <span className="ml-auto flex gap-1">
          {step(year - 1, 'left')}
          {step(year + 1, 'right')}
        </span>
      </div>
      <h1 className="year-title">
        <span className="visually-hidden">{`${name} in games: `}</span>
        {year}
      </h1>
    </header>
  )
}

function Contents(props: { view: YearView; library: YearLibrary | null; activity: YearActivity | null }) {
  const { view, library, activity } = props
  const { year } = view
  return (
    <>
      {library && <Covers library={library} />}
      <Figures className="year-figs" items={figuresOf(view)} />
      <Hidden view={view} />
      {library && library.minutes > 0 && (
        <Section title="Month by month">
          <MonthBars year={year} months={library.months} />
          {library.minutesWithoutMonth > 0 && (
            <p className="num pt-3 text-13 text-text-3">
              {YEAR_TEXTS.undated(hoursOfYear(library.minutesWithoutMonth))}
            </p>
          )}
        </Section>
      )}
      {activity && activity.daysPlayed > 0 && (
        <Section title="Day by day">
          <DayHeat year={year} activity={activity} />
          {activity.streak && activity.streak.days > 1 && (
            <p className="num pt-4 text-text-2">
              {`Longest run: ${daysText(activity.streak.days)}, ${spanText(activity.streak)}.`}
            </p>
          )}
        </Section>
      )}
      {library && <YearHighlights library={library} activity={activity} />}
      {library && (library.genres.length > 0 || library.platforms.length > 0) && (
        <div className="section year-halves">
          {library.genres.length > 0 && (
            <Section title="Genres">
              <ShareBars label="Genres" shares={library.genres} />
            </Section>
          )}
          {library.platforms.length > 0 && (
            <Section title="Platforms">
              <ShareBars label="Platforms" shares={library.platforms} />
            </Section>
          )}
        </div>
      )}
      {library?.ratings && <RatingsPart ratings={library.ratings} name={memberName(view.user)} />}
      {library && library.finished.length > 0 && (
        <Posters
          title="Finished"
          aside={
            library.gamesFinished > library.finished.length
              ? `the last ${library.finished.length} of ${library.gamesFinished}`
              : String(library.gamesFinished)
          }
          games={library.finished}
        />
      )}
      {library && library.mostPlayed.length > 1 && <Posters title="Most played" games={library.mostPlayed} />}
    </>
  )
}

const spanText = ({ first, last }: { first: string; last: string }) =>
  first === last ? dayText(first) : `${dayText(first)} to ${dayText(last)}`

function figuresOf({ user, seenAs, library, activity, reviews, journalEntries }: YearView): FigureItem[] {
  const as = seenAs ? `&as=${seenAs}` : ''
  return [
    ...(library
      ? ([
          ['Played', hoursOfYear(library.minutes)],
          [plural(library.gamesPlayed, 'Game', 'Games'), numberText(library.gamesPlayed)],
          ['Finished', numberText(library.gamesFinished)],
        ] as const)
      : []),
    ...(library && library.runsFinished > library.gamesFinished
      ? ([['Playthroughs finished', numberText(library.runsFinished)]] as const)
      : []),
    // Hours without a session have no day: none of the days is known, and not none was played.
    ...(activity && activity.daysPlayed > 0
      ? ([[plural(activity.daysPlayed, 'Day', 'Days'), numberText(activity.daysPlayed)]] as const)
      : []),
    // One day is no streak.
    ...((activity?.streak?.days ?? 0) > 1
      ? ([['Days in a row', numberText(activity?.streak?.days ?? 0)]] as const)
      : []),
    ...(reviews > 0
      ? ([[plural(reviews, 'Review', 'Reviews'), numberText(reviews), `/profile/${user.id}?tab=reviews${as}`]] as const)
      : []),
    ...(journalEntries
      ? ([
          [plural(journalEntries, 'Journal entry', 'Journal entries'), numberText(journalEntries), '/journal'],
        ] as const)
      : []),
  ]
}

/** The favourites as large covers, or the games played most where no game is a favourite. */
function Covers({ library }: { library: YearLibrary }) {
  const { favourites, mostPlayed } = library
  const games = favourites.length > 0 ? favourites : mostPlayed.slice(0, 4)
  if (games.length === 0) return null
  const title = favourites.length > 0 ? 'Favourites of the year' : YEAR_TEXTS.mostPlayed
  return (
    <section aria-label={title}>
      <h2 className="visually-hidden">{title}</h2>
      <ul className="year-covers">
        {games.map((one) => (
          <li key={one.game.id}>
            <GamePoster game={one.game} eager />
            <p className="year-cover-facts">
              {one.stars !== null && <Stars value={one.stars} />}
              {one.minutes > 0 && <span className="num">{hoursOfYear(one.minutes)}</span>}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What the page leaves out for this viewer (G22). */
function Hidden({ view: { user, library, activity } }: { view: YearView }) {
  if (library && activity) return null
  const what = library ? 'the days on which they play' : activity ? 'their games' : 'their games and days'
  return <p className="pt-4 text-14 text-text-3">{YEAR_TEXTS.hidden(memberName(user), what)}</p>
}

function Posters(props: { title: string; aside?: string; games: readonly YearGame[] }) {
  return (
    <Section
      title={props.title}
      {...(props.aside && { aside: <span className="num text-text-3">{props.aside}</span> })}
    >
      <PosterGrid label={props.title}>
        {props.games.map(({ game }) => (
          <GamePoster key={game.id} game={game} />
        ))}
      </PosterGrid>
    </Section>
  )
}

function Nothing({ view: { user, year, lastYear, library, activity } }: { view: YearView }) {
  const viewer = useViewer()
  const name = memberName(user)
  const isOwn = viewer?.id === user.id
  if (!library && !activity)
    return <EmptyState level={2} title="Not visible to you" text={YEAR_TEXTS.gamesHidden(name)} />
  if (isOwn && year === lastYear)
    return (
      <EmptyState
        level={2}
        title="Nothing logged yet"
        text={YEAR_TEXTS.none}
        link={{ href: '/all-games', label: 'Find a game' }}
      />
    )
  return (
    <EmptyState
      level={2}
      title={`Nothing in ${year}`}
      text={isOwn ? YEAR_TEXTS.nothingDated : YEAR_TEXTS.noneOf(name)}
    />
  )
}

/** Links to all years, the latest first. */
function OtherYears({ view: { user, year, firstYear, lastYear, seenAs } }: { view: YearView }) {
  if (firstYear === lastYear) return null
  const years = Array.from({ length: lastYear - firstYear + 1 }, (_, at) => lastYear - at)
  return (
    <nav className="section year-years" aria-label="Years">
      {years.map((each) => (
        <a key={each} href={yearHref(user.id, each, seenAs)} aria-current={each === year ? 'page' : undefined}>
          {each}
        </a>
      ))}
    </nav>
  )
}
