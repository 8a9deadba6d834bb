import { useInfiniteQuery } from '@tanstack/react-query'
import type { CSSProperties } from 'react'
import { shortPlatform, summariseNames } from '#features/catalogue/names.rules.ts'
import { GamePoster } from '#features/game-actions/web/game-poster.widgets.tsx'
import { numberText } from '#shared/counted.ts'
import { ascending } from '#shared/order.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/class-names.ts'
import { PosterGrid } from '#web/ui/poster-grid.tsx'
import type { Release } from '../releases.contract.ts'
import { groupTitle, releaseDayText, shortDayText } from '../releases.rules.ts'
import { RELEASE_TEXTS } from '../releases.texts.ts'
import type { ShownGroup } from './own-releases.ts'
import type { ReleaseParams } from './release-address.ts'
import { groupQuery } from './releases.api.ts'

/** The number of covers of a group in the first view, which are loaded eagerly (R-GAME-48). */
const EAGER = 6
/** A caption has room for so many names of platforms. */
const PLATFORMS_SHOWN = 2

/**
 * The games of a week by day; where more of them follow, those of the member's library first, then the best known. A week is as wide as
 * its covers, so that several stand side by side.
 */
export function ReleaseGroupSection({
  group,
  params,
  ownIds,
  today,
  isFirst,
}: {
  group: ShownGroup
  params: ReleaseParams
  /** All own releases: further games of the week may be among them. */
  ownIds: ReadonlySet<string>
  today: string
  isFirst: boolean
}) {
  const more = useInfiniteQuery(groupQuery(params, group))
  const further = more.data?.pages.flatMap(({ games }) => games) ?? []
  const listed = [...group.own, ...group.games]
  const games = [
    ...(group.next === null ? listed.toSorted(byDay) : listed),
    ...further.filter(({ id }) => !ownIds.has(id)),
  ]
  const { title, days } = groupTitle(group.group, today)
  const hasMore = group.next !== null && (more.data === undefined || more.hasNextPage)
  const count = Math.max(group.total, games.length)
  // Own games that no list shows are not among the total.
  const left = count - games.length
  const rest = left > 0 ? `${numberText(left)} more` : 'More'
  return (
    <section
      className="week"
      style={{ '--games': games.length } as CSSProperties}
      aria-labelledby={`week-${group.group}`}
    >
      <WeekHead id={`week-${group.group}`} title={title} days={days} />
      <div className="week-body">
        <PosterGrid label={title} className="week-games">
          {games.map((game, at) => (
            <ReleasePoster
              key={game.id}
              game={game}
              today={today}
              isOwn={ownIds.has(game.id)}
              eager={isFirst && at < EAGER}
            />
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
      </div>
    </section>
  )
}

const WeekHead = (props: { id: string; title: string; days: string | null }) => (
  <div className="week-head fact">
    <h2 id={props.id}>{props.title}</h2>
    {props.days !== null && <span className="num text-text-3">{props.days}</span>}
  </div>
)

const byDay = ascending(({ released }: Release) => released)

function ReleasePoster(props: { game: Release; today: string; isOwn: boolean; eager: boolean }) {
  const { game, today, isOwn } = props
  const { shown, more } = summariseNames(game.platforms.map(shortPlatform), PLATFORMS_SHOWN)
  const platforms = shown.join(', ') + (more > 0 ? ` +${more}` : '')
  const short = shortDayText(game.released)
  const spoken = releaseDayText(game.released, today)
  return (
    <div className="grid content-start gap-1.5">
      <div className="relative">
        <GamePoster game={game} eager={props.eager} />
        {short !== null && (
          <time dateTime={game.released} className={cx('week-day', isOwn && 'week-day-own')}>
            <span aria-hidden="true">{spoken === 'Today' ? spoken : short}</span>
            <span className="visually-hidden">{spoken}</span>
          </time>
        )}
      </div>
      {platforms !== '' && <p className="truncate text-12 text-text-3">{platforms}</p>}
    </div>
  )
}

function More(props: { label: string; title: string; hasFailed: boolean; isBusy: boolean; onMore: () => void }) {
  return (
    <div className="col-span-full grid justify-items-start gap-2">
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
