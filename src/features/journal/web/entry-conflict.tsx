import { useEffect, useRef } from 'react'
import { hoursText } from '#features/library/library.rules.ts'
import { Button } from '#web/ui/button.tsx'
import { ratingText } from '#web/ui/rating.tsx'
import type { JournalEntry } from '../journal.contract.ts'
import { ENTRY_DIALOG_TEXTS } from '../journal-dialogs.texts.ts'
import { gamesOfList } from './entry-parts.ts'

/** Warns that a second review of a game replaces the first one, with a button that edits the first one (C24). */
export function ReviewedBefore({ entry, onEdit }: { entry: JournalEntry; onEdit: (entry: JournalEntry) => void }) {
  return (
    <p className="flex flex-wrap items-center gap-x-4 text-13 text-text-2" role="status">
      {ENTRY_DIALOG_TEXTS.reviewReplaced}
      <button type="button" className="linkish min-h-6" onClick={() => onEdit(entry)}>
        Edit that review
      </button>
    </p>
  )
}

/** Shows the stored version above the input after a conflict, so the author can choose one (G59). */
export function Conflict(props: { stored: JournalEntry; onTake: () => void; onOverwrite: () => void }) {
  const { stored } = props
  const section = useRef<HTMLElement>(null)
  // The form may be scrolled to its end, where it was saved.
  useEffect(() => section.current?.focus(), [])
  const facts = [
    stored.progress !== null && `${stored.progress} %`,
    stored.hoursPlayed !== null && hoursText(stored.hoursPlayed),
    stored.rating !== null && `${ratingText(stored.rating / 2)} of 5`,
  ].filter(Boolean)
  const words =
    stored.type === 'list'
      ? gamesOfList(stored.content)
          .map(({ name }) => name)
          .join(', ')
      : stored.content
  return (
    <section ref={section} tabIndex={-1} className="panel outline-none" aria-label="The saved version">
      <p className="font-[650]">{ENTRY_DIALOG_TEXTS.changedElsewhere}</p>
      {stored.title && (
        <p className="font-[650] wrap-anywhere" dir="auto">
          {stored.title}
        </p>
      )}
      {facts.length > 0 && <p className="num text-13 text-text-2">{facts.join(' · ')}</p>}
      <p className="max-h-48 overflow-y-auto whitespace-pre-line text-text-2 wrap-anywhere" dir="auto">
        {words}
      </p>
      <p className="flex flex-wrap gap-2">
        <Button onClick={props.onOverwrite}>Keep what I typed</Button>
        <Button kind="quiet" onClick={props.onTake}>
          Take the saved version
        </Button>
      </p>
    </section>
  )
}
