import { type ReactNode, useState } from 'react'
import { shortTerm } from '#features/catalogue/names.rules.ts'
import { GamePoster } from '#features/game-actions/web/game-poster.widgets.tsx'
import { hoursText } from '#features/library/library.rules.ts'
import { HoldNote } from '#features/moderation/web/moderation.widgets.tsx'
import { FINISH_LABELS, type FinishLevel } from '#features/play-log/play-sessions.rules.ts'
import { MemberLink } from '#features/profiles/web/profiles.widgets.tsx'
import { markSentence } from '#features/spoilers/spoilers.texts.ts'
import { numberText } from '#shared/counted.ts'
import { fullDate } from '#shared/dates.ts'
import { memberName } from '#shared/member-name.ts'
import { plainTextOf } from '#shared/plain-text.ts'
import { AppealHere } from '#web/appeal.tsx'
import { Ago } from '#web/ui/ago.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { cx } from '#web/ui/class-names.ts'
import { HiddenNote } from '#web/ui/hidden-note.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Logo } from '#web/ui/logo.tsx'
import { Stars } from '#web/ui/rating.tsx'
import { RatingBadge } from '#web/ui/rating-badge.tsx'
import { BEFORE_TEXTS, runText, saysRun } from '../review-runs.texts.ts'
import type { Review } from '../reviews.contract.ts'
import {
  COLLAPSED_HEIGHT,
  GENRES_SHOWN,
  isCollapsible,
  isGameMissing,
  isNewReview,
  ratingTone,
} from '../reviews.rules.ts'
import { REVIEW } from '../reviews.subject.ts'
import { REVIEW_TEXTS } from '../reviews.texts.ts'
import { cardOfGame } from './card-of-game.ts'
import { ReviewActions } from './review-actions.tsx'
import { ExpandButton, FoldedExcerpt, ReviewExcerpt } from './review-excerpt.tsx'
import { ReviewMenu } from './review-menu.tsx'
import { ReviewText } from './review-text.tsx'

/** What the surrounding list already shows, so the card omits it: nothing, the author, or the game. */
export type CardContext = 'any' | 'member' | 'game'

interface CardProps {
  review: Review
  now: Date
  around: CardContext
}

/**
 * Renders a review in a list: the cover or the author, stars, and the text, cut at 150 characters until the reader
 * expands it (R-REV-18). It links to the review's own page.
 */
export function CompactReview({ review, now, around }: CardProps) {
  const isOfGame = around === 'game'
  const { id } = review
  return (
    <article className={cx('review', isOfGame ? 'review-author' : 'review-game')} aria-labelledby={`review-${id}`}>
      {isOfGame ? <Face review={review} /> : <ReviewPoster review={review} />}
      <div className="min-w-0">
        <div className="flex items-start gap-2">
          <h3 id={`review-${id}`} className="min-w-0 flex-1">
            {isOfGame ? (
              <span className="text-14">
                <AuthorName review={review} />
              </span>
            ) : (
              <GameName review={review} />
            )}
          </h3>
          <ReviewMenu review={review} />
        </div>
        <Line review={review} now={now} hasAuthor={around === 'any'} />
        <Run review={review} />
        <div className="review-words mt-1.5">
          <ReviewExcerpt review={review} />
        </div>
        <Facts review={review} hasGenres={!isOfGame} />
        <div className="review-acts" role="group" aria-label="Actions">
          <a
            className="react-btn"
            href={`/reviews/${id}#comments`}
            aria-label={review.comments_count > 0 ? `Comments, ${review.comments_count}` : 'Comment'}
            data-tip="Comment"
          >
            <Icon name="chat" />
            {review.comments_count > 0 && <span className="num">{numberText(review.comments_count)}</span>}
          </a>
          <ReviewActions review={review} />
        </div>
      </div>
    </article>
  )
}

/**
 * Renders a review on its own page, whose head shows the game: the author and the whole text. It collapses a tall text
 * to 480 px (R-REV-19). `children` are the buttons and comments under it.
 */
export function FullReview({ review, now, children }: Pick<CardProps, 'review' | 'now'> & { children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  const isCollapsed = !isOpen && review.fold === null && isCollapsible(plainTextOf(review.review_text))
  const { id } = review
  return (
    <article className="review-full" aria-labelledby={`review-${id}`}>
      <div {...(isCollapsed && { className: 'review-collapsed', style: { height: COLLAPSED_HEIGHT } })}>
        <div className="flex items-center gap-3 pb-4">
          <Face review={review} />
          <div className="min-w-0 flex-1">
            <h2 id={`review-${id}`} className="text-16">
              <span className="visually-hidden">Review by </span>
              <AuthorName review={review} />
            </h2>
            <Line review={review} now={now} hasAuthor={false} />
            <Run review={review} />
          </div>
          <ReviewMenu review={review} />
        </div>
        <div className="review-words">
          {review.fold ? (
            <FoldedExcerpt review={review} fold={review.fold} />
          ) : (
            <ReviewText html={review.review_text} />
          )}
        </div>
        {(isCollapsed || isOpen) && <ExpandButton isOpen={isOpen} onPress={() => setOpen(!isOpen)} />}
        <Facts review={review} hasGenres />
      </div>
      {children}
    </article>
  )
}

function Face({ review: { user } }: { review: Review }) {
  return (
    <MemberLink member={user} isRepeated className="self-start">
      <Avatar id={user.id} name={memberName(user)} src={user.avatar_url} size={40} />
    </MemberLink>
  )
}

function AuthorName({ review: { user } }: { review: Review }) {
  return (
    <MemberLink member={user} className="font-[650] wrap-anywhere text-text underline-offset-3 hover:underline">
      <bdi>{memberName(user)}</bdi>
    </MemberLink>
  )
}

/** Renders the game's poster, or a grey placeholder for a game that no longer exists (R-REV-02). */
function ReviewPoster({ review }: { review: Review }) {
  if (isGameMissing(review.game_details))
    return (
      <div className="review-unknown">
        <Logo size={24} outline />
      </div>
    )
  return <GamePoster game={cardOfGame(review)} size={84} className="w-full!" />
}

function GameName({ review }: { review: Review }) {
  const { game_details: game } = review
  if (isGameMissing(game)) return <span className="game-name text-text-2">{game.name}</span>
  return (
    <a href={`/game/${review.game_id}`} className="game-name inline-block underline-offset-3 hover:underline">
      {game.name}
    </a>
  )
}

/** Renders which playthrough the review is of, and the stars that its author gave before, with a link to that review. */
function Run({ review: { run, before, rating } }: { review: Review }) {
  const label = run && saysRun(run) ? runText(run) : null
  if (label === null && before === null) return null
  return (
    <p className="review-line">
      {label && <span>{label}</span>}
      {before && (
        <a
          href={`/reviews/${before.id}`}
          className="inline-flex items-center gap-1.5 underline-offset-3 hover:underline"
        >
          {before.rating === rating ? BEFORE_TEXTS.same : BEFORE_TEXTS.changed} <Stars value={before.rating} />{' '}
          {BEFORE_TEXTS.in(before.year)}
        </a>
      )}
    </p>
  )
}

/** Renders rating, author and time in one line; the time links to the review. */
function Line({ review, now, hasAuthor }: { review: Review; now: Date; hasAuthor: boolean }) {
  const isChanged = review.updated_at !== review.created_at
  return (
    <div className="review-line">
      <RatingBadge value={review.rating} tone={ratingTone(review.rating)} />
      {hasAuthor && (
        <span>
          by <AuthorName review={review} />
        </span>
      )}
      <a href={`/reviews/${review.id}`} className="underline-offset-3 hover:underline">
        <Ago at={review.created_at} />
        <span className="visually-hidden">, the whole review</span>
      </a>
      {isChanged && <span title={`Changed on ${fullDate(new Date(review.updated_at))}`}>edited</span>}
      {isNewReview(review.created_at, now) && <Chip edge>{REVIEW_TEXTS.new}</Chip>}
      {review.spoils_to !== null && review.spoils_to > 0 && !review.fold && (
        <span>{markSentence(review.spoils_to)}</span>
      )}
      {!review.is_public && (
        <span className="inline-flex items-center gap-1.5">
          <Icon name="lock" />
          Only you see it
        </span>
      )}
      {review.isHidden && <WhyHidden review={review} />}
    </div>
  )
}

function WhyHidden({ review: { id, hold } }: { review: Review }) {
  const appeal = <AppealHere kind={REVIEW} id={id} />
  return hold ? (
    <HoldNote hold={hold} className="w-full">
      {appeal}
    </HoldNote>
  ) : (
    <HiddenNote className="w-full">{appeal}</HiddenNote>
  )
}

/** Renders platform, hours and progress of the author, and the game's genres. */
function Facts({ review, hasGenres }: { review: Review; hasGenres: boolean }) {
  const { platform, hours, finish_level, game_details } = review
  const genres =
    hasGenres && !isGameMissing(game_details) ? game_details.genres.slice(0, GENRES_SHOWN).map(shortTerm) : []
  const facts = [
    platform,
    hours !== null && hours > 0 ? `${hoursText(hours)} played` : null,
    finish_level && finish_level !== 'unfinished' ? FINISH_LABELS[finish_level as FinishLevel] : null,
    ...genres,
  ].filter((fact) => fact !== null)
  if (facts.length === 0) return null
  return (
    <ul className="review-facts fact" aria-label="Facts">
      {facts.map((fact) => (
        <li key={fact}>{fact}</li>
      ))}
    </ul>
  )
}
