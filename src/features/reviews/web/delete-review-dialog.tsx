import { useMutation } from '@tanstack/react-query'
import { useLocation, useNavigate } from 'react-router'
import { counted } from '#shared/counted.ts'
import { STILL_THERE } from '#shared/sentences.ts'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { toast } from '#web/ui/toasts.ts'
import { REVIEW_DIALOG_TEXTS } from '../review-dialogs.texts.ts'
import type { Review } from '../reviews.contract.ts'
import { REVIEW_DIALOG } from '../reviews.texts.ts'
import { deleteReviewMutation } from './reviews.api.ts'

/** Returns a sentence about what is deleted with a review: 'Its 12 likes and 1 comment go with it. …' (C24). */
function lossText({ likes_count, bookmarks_count, comments_count }: LostCounts): string {
  const lost = [
    likes_count > 0 && counted(likes_count, 'like'),
    bookmarks_count > 0 && counted(bookmarks_count, 'bookmark'),
    comments_count > 0 && counted(comments_count, 'comment'),
  ].filter((each) => each !== false)
  const last = lost.pop()
  const all = lost.length > 0 ? `${lost.join(', ')} and ${last}` : last
  const goes = all ? `${REVIEW_DIALOG_TEXTS.lost(all)} ` : ''
  return `${goes}${REVIEW_DIALOG_TEXTS.starsStay}`
}
type LostCounts = Pick<Review, 'likes_count' | 'bookmarks_count' | 'comments_count'>

/** Renders the confirmation before a review is deleted. The review's own page then leads to the game's page. */
export function DeleteReviewDialog(props: { review: Review; onClose: () => void; onDeleted?: () => void }) {
  const { review, onClose } = props
  const { mutateAsync } = useMutation(deleteReviewMutation())
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const remove = async () => {
    try {
      await mutateAsync(review)
      toast({ title: REVIEW_DIALOG.deleted })
      props.onDeleted?.()
      if (pathname === `/reviews/${review.id}`) void navigate(`/game/${review.game_id}`)
    } catch {
      toast({ title: REVIEW_DIALOG.deleteFailed, description: STILL_THERE, tone: 'danger' })
    }
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={REVIEW_DIALOG_TEXTS.deleteTitle(review.game_details.name)}
      text={lossText(review)}
      confirmLabel="Delete"
      busyLabel="Deleting…"
      danger
      onConfirm={remove}
    />
  )
}
