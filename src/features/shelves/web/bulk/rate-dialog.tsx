import { type FormEvent, useState } from 'react'
import { gamesText } from '#shared/counted.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { RatingInput, ratingText } from '#web/ui/rating.tsx'

/** Renders the stars for several games; without stars it removes their ratings. */
export function RateDialog(props: {
  count: number
  isSaving: boolean
  onRate: (stars: number | null) => void
  onClose: () => void
}) {
  const { count, isSaving, onRate, onClose } = props
  const [stars, setStars] = useState<number | null>(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isSaving) onRate(stars)
  }
  return (
    <Dialog
      open
      size="question"
      isSaving={isSaving}
      onOpenChange={onClose}
      title={`Rate ${gamesText(count)}`}
      onSubmit={submit}
      footer={
        <>
          <Button kind="quiet" className="ml-auto" onClick={onClose} disabled={isSaving}>
            Cancel
          </Button>
          <Button kind="solid" type="submit" busy={isSaving} busyLabel="Saving…">
            {stars === null ? 'Remove ratings' : 'Rate'}
          </Button>
        </>
      }
    >
      <div className="flex min-h-11 items-center gap-3">
        <RatingInput value={stars} onChange={setStars} disabled={isSaving} label="Rating of the games" />
        <span className="num font-[600]" aria-hidden="true">
          {stars === null ? 'No stars' : ratingText(stars)}
        </span>
      </div>
    </Dialog>
  )
}
