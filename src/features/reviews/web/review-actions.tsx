import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { requestSignIn, sessionQuery } from '#features/accounts/web/accounts.api.ts'
import { counted, numberText } from '#shared/counted.ts'
import { memberName } from '#shared/member-name.ts'
import { CallError } from '#web/call.ts'
import { cx } from '#web/ui/class-names.ts'
import { Icon, type IconName } from '#web/ui/icon.tsx'
import { toast } from '#web/ui/toasts.ts'
import type { Review } from '../reviews.contract.ts'
import { REVIEW_TEXTS, reviewTitle, SIGN_IN_TO_BOOKMARK, SIGN_IN_TO_LIKE } from '../reviews.texts.ts'
import { bookmarkReviewMutation, likeReviewMutation } from './reviews.api.ts'
import { shareReview } from './share-review.ts'

/**
 * Renders like, bookmark and share, each with its own loading state (R-REV-05). Authors see the number of likes, and cannot
 * share a review that only they can open.
 */
export function ReviewActions({ review }: { review: Review }) {
  const like = useToggle(review, useMutation(likeReviewMutation()), {
    signIn: SIGN_IN_TO_LIKE,
    done: ({ liked }) => (liked ? REVIEW_TEXTS.liked : REVIEW_TEXTS.unliked),
    failed: REVIEW_TEXTS.likeFailed,
  })
  const bookmark = useToggle(review, useMutation(bookmarkReviewMutation()), {
    signIn: SIGN_IN_TO_BOOKMARK,
    done: ({ bookmarked }) => (bookmarked ? REVIEW_TEXTS.saved : REVIEW_TEXTS.unsaved),
    failed: REVIEW_TEXTS.saveFailed,
  })
  const title = reviewTitle(memberName(review.user), review.game_details.name)
  return (
    <>
      {review.viewerCan.edit ? (
        review.likes_count > 0 && (
          <span className="react-btn" role="img" aria-label={counted(review.likes_count, 'like')}>
            <Icon name="heart" />
            <span className="num">{numberText(review.likes_count)}</span>
          </span>
        )
      ) : (
        <ToggleButton name="Like" icon="heart" isOn={review.is_liked} count={review.likes_count} {...like} />
      )}
      {/* They wrap together, so that no icon stands alone on a line. */}
      <span className="review-keep">
        <ToggleButton
          name="Save"
          icon="save"
          isOn={review.is_bookmarked}
          count={review.bookmarks_count}
          {...bookmark}
        />
        {/* Nobody else could open the link of any other. */}
        {review.is_public && !review.isHidden && (
          <button
            type="button"
            className="react-btn"
            aria-label="Share"
            data-tip="Share"
            onClick={() => void shareReview(title, `/reviews/${review.id}`)}
          >
            <Icon name="share" />
          </button>
        )}
      </span>
    </>
  )
}

/** Sends a like or bookmark. A visitor reads the sentence in a toast and stays on the page (R-REV-10, R-REV-11, C12). */
function useToggle<Answer>(
  review: Review,
  { mutate, isPending }: UseMutationResult<Answer, Error, Review, void>,
  texts: { signIn: string; done: (answer: Answer) => string; failed: string },
) {
  const client = useQueryClient()
  // Read at the press, because a page has many of these buttons.
  const isVisitor = () => !client.getQueryData(sessionQuery().queryKey)?.user
  const tellVisitor = () =>
    toast({
      title: texts.signIn,
      action: {
        label: REVIEW_TEXTS.signIn,
        onClick: () => requestSignIn({ description: texts.signIn, onSuccess: toggle }),
      },
    })
  const toggle = () =>
    mutate(review, {
      onSuccess: (answer) => toast({ title: texts.done(answer) }),
      onError: (error) => {
        // The session has ended meanwhile.
        if (error instanceof CallError && error.status === 401) tellVisitor()
        else toast({ title: texts.failed, tone: 'danger' })
      },
    })
  return { isBusy: isPending, onPress: () => !isPending && (isVisitor() ? tellVisitor() : toggle()) }
}

function ToggleButton(props: {
  name: string
  icon: IconName
  isOn: boolean
  count: number
  isBusy: boolean
  onPress: () => void
}) {
  const { name, count } = props
  return (
    <button
      type="button"
      className={cx('react-btn react-mark')}
      aria-pressed={props.isOn}
      aria-busy={props.isBusy || undefined}
      aria-label={count > 0 ? `${name}, ${count} so far` : name}
      data-tip={name}
      onClick={props.onPress}
    >
      <Icon name={props.icon} />
      {count > 0 && <span className="num">{numberText(count)}</span>}
    </button>
  )
}
