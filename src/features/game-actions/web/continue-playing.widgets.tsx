import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useViewer } from '#features/accounts/web/accounts.widgets.tsx'
import type { LibraryRow } from '#features/library/library.contract.ts'
import { hoursText } from '#features/library/library.rules.ts'
import { playingQuery } from '#features/library/web/library-lists.api.ts'
import type { Bookmark } from '#features/play-log/play-sessions.contract.ts'
import { bookmarksQuery } from '#features/play-log/web/bookmarks.api.ts'
import { feedTime, inSentence } from '#shared/relative-time.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/class-names.ts'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useNow } from '#web/use-env.ts'
import { GamePoster } from './game-poster.widgets.tsx'
import { percentageText } from './library-panel.widgets.tsx'
import { useGameActions } from './use-game-actions.widgets.tsx'

const ROW = 'flex gap-5 lg:grid lg:grid-cols-3 lg:gap-8'
const CELL = 'w-75 max-w-[calc(100vw-40px)] shrink-0 lg:w-auto lg:max-w-none'
const CARD = 'grid grid-cols-[100px_minmax(0,1fr)] items-start gap-4 lg:grid-cols-[108px_minmax(0,1fr)]'

/** The boxes of `ContinuePlaying`. */
export const ContinueSkeleton = () => (
  <div>
    <Skeleton className="mb-4 h-6 w-48 md:h-7.5" />
    <div className={cx('overflow-hidden', ROW)}>
      {[0, 1, 2].map((at) => (
        <div key={at} className={cx(CELL, CARD)}>
          <Skeleton className="skeleton-poster" />
          <Skeleton className="h-5 w-3/5" />
        </div>
      ))}
    </div>
  </div>
)

/**
 * Renders the first section of the home page: up to three games that are being played, with "+ 30 min" and "Log", and
 * first where the viewer was. It renders nothing when there is none. The page's `load` fetches `playingQuery()` and
 * `bookmarksQuery()`.
 */
export function ContinuePlaying() {
  const isMember = useViewer() !== null
  const { data } = useInfiniteQuery({ ...playingQuery(), enabled: isMember })
  const { data: bookmarks } = useQuery({ ...bookmarksQuery(), enabled: isMember })
  const [page] = data?.pages ?? []
  if (!isMember || !page || page.data.length === 0) return null
  return (
    <section aria-labelledby="continue-playing">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 pb-4">
        <h2 id="continue-playing" className="title text-22 md:text-28">
          Continue playing
        </h2>
        <a href="/profile/games?status=playing" className="section-more">
          All {page.total} in progress
        </a>
      </div>
      <ul className={cx('bleed', ROW)}>
        {page.data.map((row) => (
          <li key={row.game_id} className={CELL}>
            <PlayingCard row={row} bookmark={bookmarks?.find(({ game_id }) => game_id === row.game_id)} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function PlayingCard({ row, bookmark }: { row: LibraryRow; bookmark: Bookmark | undefined }) {
  const { game } = row
  const now = useNow()
  const actions = useGameActions(game)
  return (
    <article className={CARD} aria-label={game.name} onPointerEnter={actions.prepare}>
      <GamePoster game={game} isSmall eager />
      <div className="flex min-w-0 flex-col self-stretch">
        <p className="fact num">{hoursText(row.play_time)}</p>
        <h3 className="mt-1 text-16 leading-tight font-[700] text-balance">
          <a href={`/game/${game.id}`}>{game.name}</a>
        </h3>
        {bookmark && (
          <figure className="mt-2">
            <blockquote className="text-14 leading-snug wrap-anywhere" dir="auto">
              {bookmark.text}
            </blockquote>
            <figcaption className="text-12 text-text-3">{feedTime(new Date(bookmark.written_at), now)}</figcaption>
          </figure>
        )}
        <div className="mt-2.5 mb-3 flex items-center gap-2.5">
          <ProgressBar
            className="flex-1"
            value={row.completion_percentage}
            status="playing"
            label={`Completion of ${game.name}`}
          />
          <span className="num text-13 font-[650] whitespace-nowrap">{percentageText(row.completion_percentage)}</span>
        </div>
        {!bookmark && row.last_played_at && (
          <p className="pb-2 text-13 text-text-3">
            Last played {inSentence(feedTime(new Date(row.last_played_at), now))}
          </p>
        )}
        <div className="mt-auto flex gap-1.5">
          <Button icon="plus" onClick={actions.addHalfHour} aria-label={`Add 30 min to ${game.name}`}>
            30 min
          </Button>
          <Button kind="quiet" icon="pen" onClick={actions.openLog} aria-label={`Log ${game.name}`}>
            Log
          </Button>
        </div>
      </div>
      {actions.dialog}
    </article>
  )
}
