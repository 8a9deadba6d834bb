import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Fold as FoldFacts } from '#features/spoilers/spoilers.rules.ts'
import { Fold } from '#features/spoilers/web/fold.widgets.tsx'
import { plainTextOf } from '#shared/plain-text.ts'
import { shorten } from '#web/head.tsx'
import type { ReviewExtract } from '../reviews.contract.ts'
import { isLongReview, LONG_REVIEW } from '../reviews.rules.ts'
import { REVIEW_TEXTS } from '../reviews.texts.ts'
import { ReviewText } from './review-text.tsx'
import { revealReview } from './reviews.api.ts'

/** Renders the text of a review in a list: folded, whole, or its first 150 characters with 'Read on' (R-REV-18). */
export function ReviewExcerpt({ review }: { review: ReviewExtract }) {
  if (review.fold) return <FoldedExcerpt review={review} fold={review.fold} />
  return <Collapsible html={review.review_text} isLong={isLongReview(review.review_text)} />
}

/** A revealed text is shown whole, because the reader has asked for it. */
export function FoldedExcerpt({ review, fold }: { review: Pick<ReviewExtract, 'id'>; fold: FoldFacts }) {
  const client = useQueryClient()
  return (
    <Fold fold={fold} reveal={() => revealReview(client, review.id)}>
      {(html) => <ReviewText html={html} />}
    </Fold>
  )
}

function Collapsible({ html, isLong }: { html: string; isLong: boolean }) {
  const [isOpen, setOpen] = useState(false)
  if (!isLong) return <ReviewText html={html} />
  return (
    <>
      {isOpen ? (
        <ReviewText html={html} />
      ) : (
        <p className="rich-text review-cut" dir="auto">
          {shorten(plainTextOf(html), LONG_REVIEW)}
        </p>
      )}
      <ExpandButton isOpen={isOpen} onPress={() => setOpen(!isOpen)} />
    </>
  )
}

export function ExpandButton({ isOpen, onPress }: { isOpen: boolean; onPress: () => void }) {
  return (
    <button type="button" className="linkish mt-1 min-h-6 self-start text-14" aria-expanded={isOpen} onClick={onPress}>
      {isOpen ? REVIEW_TEXTS.less : REVIEW_TEXTS.more}
    </button>
  )
}
