import type { Activity } from '#features/activity/activity.contract.ts'
import { isAboutGame, ownTextOf, sentenceOf } from '#features/activity/activity.rules.ts'
import { GamePoster } from '#features/game-actions/web/game-poster.widgets.tsx'
import type { SharedRow } from '#features/library/library.contract.ts'
import { hoursText, starsOf } from '#features/library/library.rules.ts'
import { ListCard } from '#features/lists/web/lists.widgets.tsx'
import type { Review } from '#features/reviews/reviews.contract.ts'
import { cardOfGame, EmbeddedReview } from '#features/reviews/web/reviews.widgets.tsx'
import { Ago } from '#web/ui/ago.tsx'
import { HeartMark, Stars } from '#web/ui/rating.tsx'
import { StatusMark } from '#web/ui/status.tsx'
import type { Pin } from '../pins.contract.ts'

/** Renders a pin: its game in large, with the member's progress and text. */
export function PinCard({ pin }: { pin: Pin }) {
  if (pin.entry) return <EntryCard entry={pin.entry} />
  if (pin.review) return <ReviewCard review={pin.review} />
  if (pin.list) return <ListCard list={pin.list} />
  return pin.activity && <ActivityCard activity={pin.activity} />
}

function EntryCard({ entry }: { entry: SharedRow }) {
  const stars = starsOf(entry.user_rating)
  return (
    <Card game={entry.game}>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-0.5 text-13">
        <StatusMark status={entry.status} />
        {stars !== null && <Stars value={stars} />}
        {entry.is_liked && <HeartMark />}
      </p>
      {entry.play_time > 0 && <p className="num text-13 text-text-2">{hoursText(entry.play_time)}</p>}
    </Card>
  )
}

function ActivityCard({ activity }: { activity: Activity }) {
  const { verb, strong, rest } = sentenceOf(activity.type, activity.details)
  const sentence = [verb, strong, rest].filter(Boolean).join(' ')
  const words = ownTextOf(activity.details)
  return (
    <Card game={isAboutGame(activity.type) ? activity.game : null}>
      <p className="text-13 text-text-2">
        <span className="inline-block first-letter:uppercase">{sentence}</span> ·{' '}
        <Ago at={activity.created_at} className="num text-text-3" />
      </p>
      {activity.rating !== null && activity.type !== 'progress' && <Stars value={activity.rating} />}
      {words && (
        <p className="line-clamp-4 text-14 leading-relaxed break-words" dir="auto">
          {words}
        </p>
      )}
    </Card>
  )
}

function ReviewCard({ review }: { review: Review }) {
  return (
    <Card game={cardOfGame(review)}>
      <Stars value={review.rating} />
      <EmbeddedReview review={review} />
    </Card>
  )
}

function Card({ game, children }: { game: SharedRow['game'] | null; children: React.ReactNode }) {
  return (
    <div className="grid grid-cols-[84px_minmax(0,1fr)] gap-4">
      {game ? <GamePoster game={game} size={84} /> : <span />}
      <div className="grid min-w-0 content-start gap-1">
        {game && (
          <h3 className="game-name line-clamp-2 break-words">
            <a href={`/game/${game.id}`} className="underline-offset-3 hover:underline">
              {game.name}
            </a>
          </h3>
        )}
        {children}
      </div>
    </div>
  )
}
