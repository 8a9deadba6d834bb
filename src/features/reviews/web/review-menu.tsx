import { Suspense, useState } from 'react'
import { useMembersOnly } from '#features/accounts/web/accounts.widgets.tsx'
import { memberName } from '#shared/member-name.ts'
import { SIGN_IN_TO_REPORT } from '#shared/reported.texts.ts'
import { subjectRef } from '#shared/subject.ts'
import { lazyLoaded } from '#web/lazy-hydration.tsx'
import { usePinEntry } from '#web/pinning.ts'
import { ReportHere } from '#web/report.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { MenuButton } from '#web/ui/menu-button.tsx'
import type { Review } from '../reviews.contract.ts'
import { REVIEW } from '../reviews.subject.ts'

const ReviewDialog = lazyLoaded(() => import('./review-dialog.tsx'), 'ReviewDialog')
const DeleteReviewDialog = lazyLoaded(() => import('./delete-review-dialog.tsx'), 'DeleteReviewDialog')

/** Renders the menu of a card: the author can pin, edit and delete the review, other members can report it. */
export function ReviewMenu({ review }: { review: Review }) {
  const [open, setOpen] = useState<'edit' | 'delete' | 'report' | null>(null)
  const asMember = useMembersOnly()
  const close = () => setOpen(null)
  const report = () => setOpen('report')
  const { name } = review.game_details
  const mayPin = review.viewerCan.edit && review.is_public && !review.isHidden
  const pin = usePinEntry(mayPin ? { itemType: 'review', of: review.id, load: async () => review } : null)
  if (!review.viewerCan.edit && review.isHidden) return null
  return (
    <>
      <MenuButton
        label={review.viewerCan.edit ? `Change the review of ${name}` : 'More'}
        tip="More"
        className="icon-btn -my-1.5"
        align="end"
        onNear={pin.prepare}
        items={
          review.viewerCan.edit
            ? [
                ...pin.entries,
                { label: 'Edit', icon: 'pen', onSelect: () => setOpen('edit') },
                { label: 'Delete', icon: 'trash', danger: true, onSelect: () => setOpen('delete') },
              ]
            : [{ label: 'Report', icon: 'flag', onSelect: () => asMember(SIGN_IN_TO_REPORT, report, report) }]
        }
      >
        <Icon name="dots" />
      </MenuButton>
      <Suspense>
        {open === 'edit' && <ReviewDialog game={{ id: review.game_id, name }} reviewId={review.id} onClose={close} />}
        {open === 'delete' && <DeleteReviewDialog review={review} onClose={close} />}
      </Suspense>
      <ReportHere
        request={
          open === 'report'
            ? { subject: subjectRef(REVIEW, review.id), name: `the review by ${memberName(review.user)}` }
            : null
        }
        onClose={close}
      />
    </>
  )
}
