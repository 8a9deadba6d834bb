import { useState } from 'react'
import { Button } from './button.tsx'
import { ConfirmDialog, Dialog } from './dialog.tsx'
import { Checkbox, Field, NumberInput, TextArea, TextInput } from './field.tsx'
import { Poster } from './poster.tsx'
import { Heart, RatingInput, ratingText } from './rating.tsx'
import { Slider } from './slider.tsx'
import { type Status, StatusControl } from './status.tsx'
import { toast } from './toasts.ts'

const GAME = { id: '5', name: 'Hollow Knight', year: 2017, genre: 'Metroidvania', developer: 'Team Cherry' }

/** Design page: the log dialog and a confirmation. */
export function DesignDialog({ which, onClose }: { which: 'form' | 'question'; onClose: () => void }) {
  const [status, setStatus] = useState<Status>('playing')
  const [rating, setRating] = useState<number | null>(4.5)
  const [liked, setLiked] = useState(true)
  const [progress, setProgress] = useState(61)
  const close = (open: boolean) => !open && onClose()
  if (which === 'question') return <Question onOpenChange={close} />
  return (
    <Dialog
      open
      onOpenChange={close}
      title="Log Hollow Knight"
      onSubmit={(event) => {
        event.preventDefault()
        toast({ title: 'Log saved', status, undo: () => undefined })
        onClose()
      }}
      footer={
        <>
          <Checkbox label="Share with friends" defaultChecked />
          <Button kind="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button kind="solid" type="submit">
            Save log
          </Button>
        </>
      }
    >
      <div className="grid gap-4 md:grid-cols-[148px_minmax(0,1fr)] md:gap-6">
        <div className="grid grid-cols-[64px_1fr] items-center gap-3.5 md:grid-cols-1 md:content-start">
          <Poster game={GAME} />
          <p className="text-13 text-text-3">
            Second playthrough
            <br />
            on Switch
          </p>
        </div>
        <div className="grid gap-4.5">
          <StatusControl value={status} onChange={setStatus} />
          <div className="flex items-center gap-4">
            <span className="label mr-auto">Rating</span>
            <RatingInput value={rating} onChange={setRating} />
            <b className="num w-5">{rating ? ratingText(rating) : ''}</b>
            <Heart liked={liked} onChange={setLiked} />
          </div>
          <Field label="Progress" counter={<b className="text-text">{progress} %</b>}>
            <Slider value={progress} onChange={setProgress} valueText={`${progress} percent`} />
          </Field>
          <PlayedFields />
        </div>
      </div>
    </Dialog>
  )
}

function Question({ onOpenChange }: { onOpenChange: (isOpen: boolean) => void }) {
  return (
    <ConfirmDialog
      open
      onOpenChange={onOpenChange}
      title="Delete this entry?"
      text="Your log, its rating and its notes go. The review stays."
      confirmLabel="Delete entry"
      danger
      onConfirm={() => new Promise((done) => setTimeout(done, 600))}
    />
  )
}

function PlayedFields() {
  return (
    <>
      <div className="grid grid-cols-2 gap-3.5">
        <Field label="Hours Played">
          <NumberInput unit="h" defaultValue="23.5" />
        </Field>
        <Field label="Date">
          <TextInput type="date" defaultValue="2026-11-21" />
        </Field>
      </div>
      <Field label="Notes" counter="96 / 500">
        <TextArea
          rows={3}
          defaultValue="Found the way round Greenpath at last. The nailsmith says the blade has one more edge in it."
        />
      </Field>
    </>
  )
}
