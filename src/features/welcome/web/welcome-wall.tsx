import { useQueryClient } from '@tanstack/react-query'
import type { GameCard } from '#features/catalogue/catalogue.contract.ts'
import { posterGame } from '#features/catalogue/web/catalogue.widgets.tsx'
import { ratingOf, type Status } from '#features/library/library.rules.ts'
import { LIBRARY_FAILURES } from '#features/library/library.texts.ts'
import { addGame, change, LibraryError, remove, setStatus } from '#features/library/web/library-changes.api.ts'
import { useMark } from '#features/library/web/mark.api.ts'
import { useRating } from '#features/library/web/rating.api.ts'
import { networkTextOf } from '#web/call.ts'
import { Cover } from '#web/ui/cover.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { posterName } from '#web/ui/poster.tsx'
import { RatingInput } from '#web/ui/rating.tsx'
import { statusInfo } from '#web/ui/status.tsx'
import { toast } from '#web/ui/toasts.ts'

/**
 * A cover that a tap marks with the chosen status, and another tap clears. A played game can be rated on it. Tab
 * reaches one cover of the wall (`isCurrent`), the arrow keys the others. Publishes no activity, because games played
 * in earlier years are not news.
 */
export function WallPoster(props: {
  game: GameCard
  brush: Status
  isEager: boolean
  isCurrent: boolean
  onCurrent: () => void
  onMarked: () => void
}) {
  const { game, brush } = props
  const client = useQueryClient()
  const mark = useMark(game.id)
  const status = mark?.status ?? null
  const tabIndex = props.isCurrent ? 0 : -1

  async function tap(): Promise<void> {
    try {
      if (status === brush) return await remove(client, game.id)
      props.onMarked()
      if (status) await setStatus(client, game.id, brush)
      else await addGame(client, game.id, { status: brush })
    } catch (error) {
      showError(error)
    }
  }
  const [stars, onRate] = useRating(mark?.rating ?? null, async (rating) => {
    await change(client, game.id, { user_rating: ratingOf(rating) }, LIBRARY_FAILURES.rating).catch(showError)
  })

  const info = status && statusInfo(status)
  return (
    <div className="poster" data-status={status ?? undefined}>
      <button
        type="button"
        aria-pressed={status !== null}
        tabIndex={tabIndex}
        className={`block h-full w-full touch-manipulation overflow-hidden rounded-[inherit] transition-[opacity,scale] duration-140 active:scale-97 ${info ? '' : 'hover:opacity-85'}`}
        onClick={() => void tap()}
        onFocus={props.onCurrent}
      >
        <Cover game={posterGame(game)} facts={false} eager={props.isEager} />
        <span className="visually-hidden">{posterName(posterGame(game), mark)}</span>
      </button>
      {info && <StatusMark info={info} />}
      {info && status !== 'want_to_play' && (
        <span className="absolute inset-x-0 bottom-0 z-1 grid justify-items-center rounded-b-poster bg-plate py-1">
          <RatingInput
            value={stars}
            onChange={onRate}
            size={19}
            label={`Rating of ${game.name}`}
            tabIndex={tabIndex}
            className="wall-stars max-w-full"
          />
        </span>
      )}
    </div>
  )
}

function StatusMark({ info }: { info: ReturnType<typeof statusInfo> }) {
  return (
    <span
      aria-hidden="true"
      className={`wall-on pointer-events-none absolute inset-0 rounded-[inherit] tag-${info.tone}`}
    >
      <span className="absolute top-0 right-0 grid size-8 place-items-center rounded-tr-poster rounded-bl-poster bg-plate">
        <Icon name={info.icon} size={20} />
      </span>
    </span>
  )
}

function showError(error: unknown): void {
  const cause = error instanceof LibraryError ? error.cause : error
  toast({
    title: error instanceof LibraryError ? error.message : LIBRARY_FAILURES.unexpected,
    ...(networkTextOf(cause) && { description: networkTextOf(cause) as string }),
    tone: 'danger',
  })
}
