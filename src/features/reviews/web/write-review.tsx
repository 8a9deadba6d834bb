import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useMembersOnly } from '#features/accounts/web/accounts.widgets.tsx'
import type { GameId } from '#shared/ids.ts'
import { lazyLoaded } from '#web/lazy-hydration.tsx'
import { Button } from '#web/ui/button.tsx'
import { SIGN_IN_TO_REVIEW } from '../reviews.texts.ts'
import { reviewSummaryQuery } from './reviews.api.ts'

const ReviewDialog = lazyLoaded(() => import('./review-dialog.tsx'), 'ReviewDialog')

/** Renders the button that opens the form: 'Write a review', or 'Your review' for a member who has written one. */
export function WriteReview({ game, className }: { game: { id: GameId; name: string }; className?: string }) {
  const { data: summary } = useQuery(reviewSummaryQuery(game.id))
  const [isOpen, setOpen] = useState(false)
  const asMember = useMembersOnly()
  const open = () => setOpen(true)
  return (
    <>
      <Button icon="pen" {...(className && { className })} onClick={() => asMember(SIGN_IN_TO_REVIEW, open, open)}>
        {summary?.mine ? 'Your review' : 'Write a review'}
      </Button>
      {isOpen && (
        <Suspense>
          <ReviewDialog game={game} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
