import { useInfiniteQuery } from '@tanstack/react-query'
import { shortPlatform, summariseNames } from '#features/catalogue/names.rules.ts'
import { GamePoster } from '#features/game-actions/web/game-poster.widgets.tsx'
import { counted, numberText } from '#shared/counted.ts'
import { ascending } from '#shared/order.ts'
import { Button } from '#web/ui/button.tsx'
import { PosterGrid } from '#web/ui/poster-grid.tsx'
import { Section } from '#web/ui/section.tsx'
import type { Release } from '../releases.contract.ts'
import { groupTitle, releaseDayText } from '../releases.rules.ts'
import { RELEASE_TEXTS } from '../releases.texts.ts'
import type { ShownGroup } from './own-releases.ts'
import type { ReleasePlace } from './release-address.ts'
import { groupQuery } from './releases.api.ts'

/** The number of covers in the first view, which are loaded eagerly (R-GAME-48). */
const EAGER = 6
/** A caption has room for so many names of platforms. */
const PLATFORMS_SHOWN = 2

/**
 * The games of a week: those of the member's library first, then all others by day, or the best known first where more of
 * them follow.
 */
export function ReleaseGroupSection({
  group,
  place,
  ownIds,
  today,
  isFirst,
}: {
  group: ShownGroup
  place: ReleasePlace
  /** All own releases: further games of the week may be among them. */
  ownIds: ReadonlySet<string>
  today: string
  isFirst: boolean
}) {
  const more = useInfiniteQuery(groupQuery(place, group))
  const further = more.data?.pages.flatMap(({ games }) => games) ?? []
  const listed = group.next === null ? group.games.toSorted(byDay) : group.games
  const games = [...group.own, ...listed, ...further.filter(({ id }) => !ownIds.has(id))]
  const { title, days } = groupTitle(group.group, today)
  const hasMore = group.next !== null && (more.data === undefined || more.hasNextPage)
  const count = Math.max(group.total, games.length)
  // Own games that no list shows are not among the total.
  const left = count - games.length
  const rest = left > 0 ? `${numberText(left)} more` : 'More'
  return (
    <Section
      title={title}
      opening={isFirst}
      aside={
        <span className="num text-14 text-text-3">
          {days !== null && `${days} · `}
          {counted(count, 'game')}
        </span>
      }
    >
      <PosterGrid label={title} className="gap-y-6!">
        {games.map((game, at) => (
          <ReleasePoster key={game.id} game={game} today={today} eager={isFirst && at < EAGER} />
        ))}
      </PosterGrid>
      {hasMore && (
        <More
          label={rest}
          title={title}
          hasFailed={more.isError}
          isBusy={more.isFetching}
          onMore={() => void more.fetchNextPage()}
        />
      )}
    </Section>
  )
}

const byDay = ascending(({ released }: Release) => released)

function ReleasePoster({ game, today, eager }: { game: Release; today: string; eager: boolean }) {
  const day = releaseDayText(game.released, today)
  const { shown, more } = summariseNames(game.platforms.map(shortPlatform), PLATFORMS_SHOWN)
  const platforms = shown.join(', ') + (more > 0 ? ` +${more}` : '')
  return (
    <div className="grid content-start gap-1.5">
      <GamePoster game={game} eager={eager} />
      <p className="min-w-0 text-13 leading-snug">
        {day !== null && (
          <time dateTime={game.released} className="block font-[650] text-text">
            {day}
          </time>
        )}
        {platforms !== '' && <span className="block truncate text-text-3">{platforms}</span>}
      </p>
    </div>
  )
}

function More(props: { label: string; title: string; hasFailed: boolean; isBusy: boolean; onMore: () => void }) {
  return (
    <div className="grid justify-items-center gap-2 pt-6">
      {props.hasFailed && (
        <p className="text-13 text-danger" role="alert">
          {RELEASE_TEXTS.failed}
        </p>
      )}
      <Button
        kind="quiet"
        aria-label={`${props.label}: ${props.title}`}
        busy={props.isBusy}
        busyLabel="Loading…"
        onClick={props.onMore}
      >
        {props.label}
      </Button>
    </div>
  )
}
