import { useQuery } from '@tanstack/react-query'
import { useViewer } from '#features/accounts/web/accounts.widgets.tsx'
import type { Entry } from '#features/library/library.contract.ts'
import { hoursText } from '#features/library/library.rules.ts'
import { LIBRARY_FAILURES, SIGN_IN } from '#features/library/library.texts.ts'
import { entryQuery } from '#features/library/web/library.api.ts'
import { useMark } from '#features/library/web/mark.api.ts'
import { useRating } from '#features/library/web/rating.api.ts'
import type { ActionGame } from '#features/play-log/web/game-actions.api.ts'
import { lazyHydrated } from '#web/lazy-hydration.tsx'
import { Button } from '#web/ui/button.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { Heart, RatingInput } from '#web/ui/rating.tsx'
import { ControlSkeleton, Skeleton } from '#web/ui/skeleton.tsx'
import { StatusControl } from '#web/ui/status.tsx'
import { useGameActions } from './use-game-actions.widgets.tsx'

const PlayLogRow = lazyHydrated(
  () => import('./play-log-row.tsx'),
  'PlayLogRow',
  <>
    <ControlSkeleton />
    <ControlSkeleton />
  </>,
)

const GameBookmark = lazyHydrated(() => import('./play-log-row.tsx'), 'GameBookmark')

/**
 * Renders the panel of the game page with the viewer's entry and its actions. The page's `load` fetches
 * `entryQuery(game.id)`. A visitor sees the same panel, empty. Every control asks them to sign in and then does its
 * action.
 */
export function LibraryPanel({ game }: { game: ActionGame }) {
  const viewer = useViewer()
  const mark = useMark(game.id)
  const entry = useQuery({ ...entryQuery(game.id), enabled: viewer !== null })
  const actions = useGameActions(game)
  const [stars, onRate] = useRating(mark?.rating ?? null, actions.rate)
  return (
    <section className="panel" aria-label="My library" onPointerEnter={actions.prepare} onFocus={actions.prepare}>
      <GameBookmark gameId={game.id} />
      <StatusControl
        manual
        value={mark?.status ?? null}
        onChange={actions.chooseStatus}
        label={`Status of ${game.name}`}
      />
      <div className="flex items-center justify-between">
        <RatingInput value={stars} onChange={onRate} label={`Rate ${game.name}`} />
        <Heart liked={mark?.liked ?? false} onChange={actions.like} label={`Like ${game.name}`} />
      </div>
      {entry.isError ? (
        <Unreadable onRetry={() => void entry.refetch()} />
      ) : (
        <ProgressSummary entry={entry.data ?? null} isLoading={viewer !== null && entry.isPending} />
      )}
      <div className="grid grid-cols-2 gap-2">
        <Button icon="plus" onClick={actions.addHalfHour} aria-label="Add 30 min">
          30 min
        </Button>
        <Button kind="mine" icon="pen" onClick={actions.openLog}>
          Log
        </Button>
      </div>
      <PlayLogRow game={game} />
      {!viewer && (
        <noscript>
          <a className="linkish text-13" href={`/signin?redirect=${encodeURIComponent(`/game/${game.id}`)}`}>
            {SIGN_IN.add}
          </a>
        </noscript>
      )}
      {actions.dialog}
    </section>
  )
}

/** Renders percentage, hours and bar. The height is the same with and without an entry, which avoids layout shift. */
function ProgressSummary({ entry, isLoading }: { entry: Entry | null; isLoading: boolean }) {
  const percentage = entry?.completion_percentage ?? 0
  return (
    <div className="grid gap-2">
      <div className="flex items-baseline justify-between text-13">
        {isLoading ? (
          <Skeleton className="h-4 w-24" />
        ) : entry && !isUntouched(entry) ? (
          <>
            <span className="text-text-2">
              <b className="num font-[650] text-text">{percentageText(percentage)}</b> complete
            </span>
            <span className="num text-text-2">{hoursText(entry.play_time)}</span>
          </>
        ) : (
          <span className="text-text-3">Nothing logged yet</span>
        )}
      </div>
      <ProgressBar value={percentage} status={entry?.status ?? 'want_to_play'} label="Completion" />
    </div>
  )
}

/** Of a game that is only wanted there is no progress to show. */
const isUntouched = ({ status, completion_percentage, play_time }: Entry) =>
  status === 'want_to_play' && completion_percentage === 0 && play_time === 0

function Unreadable({ onRetry }: { onRetry: () => void }) {
  return (
    <p className="flex items-baseline justify-between text-13 text-text-2" role="alert">
      {LIBRARY_FAILURES.load}
      <button type="button" className="linkish" onClick={onRetry}>
        Try again
      </button>
    </p>
  )
}

/** Formats a percentage: '61 %', '12.5 %'. */
export function percentageText(percentage: number): string {
  return `${percentage} %`
}
