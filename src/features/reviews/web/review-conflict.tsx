import { useEffect, useRef } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Stars } from '#web/ui/rating.tsx'
import { REVIEW_DIALOG_TEXTS } from '../review-dialogs.texts.ts'
import type { Review } from '../reviews.contract.ts'
import { CHANGED_BY_SOMEBODY } from '../reviews.texts.ts'

/** Shows the stored version beside the input, and lets the author choose one. Until then it preserves both. */
export function Conflict({ review, onUse, onKeep }: { review: Review; onUse: () => void; onKeep: () => void }) {
  const section = useRef<HTMLElement>(null)
  // The form may be scrolled to its end, and its button is disabled until the author has chosen.
  useEffect(() => section.current?.focus(), [])
  return (
    <section
      ref={section}
      tabIndex={-1}
      className="grid gap-3 rounded-panel bg-surface-2 p-4 outline-none"
      role="alert"
    >
      <p className="font-[650]">{CHANGED_BY_SOMEBODY}</p>
      <p className="text-13 text-text-2">{REVIEW_DIALOG_TEXTS.stored}</p>
      <div className="grid gap-2 border-l-2 border-line-strong pl-3">
        <Stars value={review.rating} />
        <p className="max-h-40 overflow-y-auto whitespace-pre-line break-words text-14" dir="auto">
          {review.source_text}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button kind="solid" onClick={onKeep}>
          Save mine
        </Button>
        <Button kind="line" onClick={onUse}>
          Use the stored one
        </Button>
      </div>
    </section>
  )
}
