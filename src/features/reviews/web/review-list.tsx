import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { cx } from '#web/ui/class-names.ts'
import { PagedList } from '#web/ui/paged-list.tsx'
import { useNow } from '#web/use-env.ts'
import { REVIEW_LIST_TEXTS } from '../review-lists.texts.ts'
import type { Review } from '../reviews.contract.ts'
import { type CardContext, CompactReview } from './review-card.tsx'

type List = UseInfiniteQueryResult<{ pages: { data: Review[] }[] }>

/** Removes duplicates: new reviews shift a list, so its next page may repeat some. */
export const reviewsOf = (list: Pick<List, 'data'>): Review[] => [
  ...new Map((list.data?.pages.flatMap(({ data }) => data) ?? []).map((review) => [review.id, review])).values(),
]

/** Renders compact cards and a button for the next page. `isBroad`: in two columns where the list has the whole width of a page. */
export function ReviewList(props: {
  list: List
  around: CardContext
  label: string
  empty: ReactNode
  isBroad?: boolean
}) {
  const { list, around } = props
  const reviews = reviewsOf(list)
  return (
    <PagedList list={list} isEmpty={reviews.length === 0} failed={REVIEW_LIST_TEXTS.notLoaded} empty={props.empty}>
      <ReviewCards reviews={reviews} around={around} label={props.label} isBroad={props.isBroad === true} />
    </PagedList>
  )
}

export function ReviewCards(props: {
  reviews: readonly Review[]
  around: CardContext
  label: string
  isBroad?: boolean
}) {
  const now = useNow()
  return (
    <ul className={cx('review-list', props.isBroad && 'review-list-broad')} aria-label={props.label}>
      {props.reviews.map((review) => (
        <li key={review.id}>
          <CompactReview review={review} now={now} around={props.around} />
        </li>
      ))}
    </ul>
  )
}
