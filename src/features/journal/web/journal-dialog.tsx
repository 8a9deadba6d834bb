import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { signInAgainAfter } from '#features/accounts/web/accounts.api.ts'
import { useViewer } from '#features/accounts/web/accounts.widgets.tsx'
import { hoursText } from '#features/library/library.rules.ts'
import { currentEntry } from '#features/library/web/library.api.ts'
import { suggestedPlay } from '#features/reviews/played-on.rules.ts'
import { JOURNAL_REVIEW_LENGTH } from '#features/reviews/reviews.rules.ts'
import { localDay } from '#shared/dates.ts'
import type { UserId } from '#shared/ids.ts'
import { lengthOf } from '#shared/text.ts'
import { CallError } from '#web/call.ts'
import { DraftNotices } from '#web/drafts/draft-notices.tsx'
import { draftName } from '#web/drafts/drafts.ts'
import { useEditedItem } from '#web/drafts/use-versioned-draft.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog, DialogContent, DialogFrame } from '#web/ui/dialog.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { toast } from '#web/ui/toasts.ts'
import { fieldProblemsOf } from '#web/write-failure.ts'
import type { JournalEntry } from '../journal.contract.ts'
import { ENTRY_TYPES, type EntryType } from '../journal.endpoints.ts'
import { JOURNAL_TEXTS } from '../journal.texts.ts'
import { ENTRY_DIALOG_TEXTS, ENTRY_HINTS } from '../journal-dialogs.texts.ts'
import { draftOf, type Fields, fieldsOf, problemsOf, rowsOf } from './entry-fields.ts'
import { EntryFormFields, useOwnProgress, usePlaythroughs } from './entry-form-fields.tsx'
import { ENTRY_ICONS, ENTRY_LABELS } from './entry-parts.ts'
import { reviewedBeforeQuery, storedVersion } from './journal.api.ts'
import { saveEntry } from './journal-changes.ts'
import { ReviewedBefore } from './reviewed-before.tsx'

/** The entry that the form edits: a new entry of a type, or an existing one. */
interface Target {
  type: EntryType
  entry: JournalEntry | null
}

/** Renders the journal's dialog: a type picker and then the form; an existing entry skips the picker (R-JOUR-07). */
export function JournalDialog({ entry, onClose }: { entry: JournalEntry | null; onClose: () => void }) {
  const viewer = useViewer()
  const [target, setTarget] = useState<Target | null>(entry && { type: entry.type, entry })
  const [isSaving, setSaving] = useState(false)
  if (!viewer) return null
  return (
    <DialogFrame
      open
      step={target ? (target.entry?.id ?? target.type) : 'types'}
      // The dialog cannot be closed while an entry is being saved (R-JOUR-08).
      isSaving={isSaving}
      onOpenChange={onClose}
    >
      {target ? (
        <EntryForm
          key={target.entry?.id ?? target.type}
          {...target}
          viewerId={viewer.id}
          isSaving={isSaving}
          onSaving={setSaving}
          onBack={target.entry ? null : () => setTarget(null)}
          onEdit={(existing) => setTarget({ type: existing.type, entry: existing })}
          onClose={onClose}
        />
      ) : (
        <DialogContent title="New entry">
          <ul className="grid gap-3 sm:grid-cols-2" aria-label="Types of entries">
            {ENTRY_TYPES.map((type, at) => (
              <li key={type}>
                <button
                  type="button"
                  className="entry-type"
                  data-first={at === 0 || undefined}
                  onClick={() => setTarget({ type, entry: null })}
                >
                  <Icon name={ENTRY_ICONS[type]} size={20} />
                  <span>
                    <b>{ENTRY_LABELS[type]}</b>
                    <span>{ENTRY_HINTS[type]}</span>
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </DialogContent>
      )}
    </DialogFrame>
  )
}

interface FormProps extends Target {
  viewerId: UserId
  isSaving: boolean
  onSaving: (isSaving: boolean) => void
  /** Null for an existing entry. */
  onBack: (() => void) | null
  onEdit: (existing: JournalEntry) => void
  onClose: () => void
}

function EntryForm({ type, entry, viewerId, isSaving, onSaving, onBack, onEdit, onClose }: FormProps) {
  const client = useQueryClient()
  const editing = useEditedItem<JournalEntry, Fields>({
    name: draftName('journal', viewerId, entry?.id ?? type),
    item: entry,
    fieldsOf,
    versionOf: ({ updatedAt }) => updatedAt,
  })
  const { fields, set, other } = editing
  const [problems, setProblems] = useState<Record<string, string>>({})
  const [reason, setReason] = useState<string | null>(null)
  /** The stored total that the typed hours would lower, and the version to replace; null while there is nothing to confirm. */
  const [lower, setLower] = useState<{ hours: number; over: string | null } | null>(null)
  const isBusy = useRef(false)
  const own = useOwnProgress(fields.game?.id ?? null)
  const playthroughs = usePlaythroughs(type === 'review' ? (fields.game?.id ?? null) : null)
  const draft = draftOf(
    type,
    fields,
    { progress: own.progress, playedOn: suggestedPlay(playthroughs) },
    entry?.hoursPlayed ?? null,
  )

  const about = {
    gameId: type === 'review' ? (fields.game?.id ?? null) : null,
    playthroughId: draft.type === 'review' ? (draft.playthrough_id ?? null) : null,
    latestId: playthroughs.at(-1)?.id ?? null,
  }
  const reviewed = useQuery(reviewedBeforeQuery(entry ? { ...about, gameId: null } : about))

  /** Returns the stored total if the entry would lower it, because the member then confirms first (G62). */
  const lowered = async (): Promise<number | null> => {
    if (draft.type !== 'progress' || !fields.game) return null
    const isSameTotal = entry?.hoursPlayed === draft.hoursPlayed && entry.game?.id === fields.game.id
    const stored = isSameTotal ? null : await currentEntry(client, fields.game.id)
    return stored && draft.hoursPlayed < stored.play_time ? stored.play_time : null
  }
  const write = async (over: string | null) => {
    await saveEntry(client, entry, draft, { today: localDay(new Date()), version: over })
    editing.forget()
    onClose()
  }
  /** Saves the entry. A failure preserves the input, and a second press while saving does nothing (R-JOUR-17). */
  const attempt = async (work: () => Promise<unknown>) => {
    if (isBusy.current) return
    isBusy.current = true
    onSaving(true)
    setReason(null)
    try {
      await work()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      showFailure(error, await storedVersion(client, error, { ...about, gameId: fields.game?.id ?? null }))
    } finally {
      isBusy.current = false
      onSaving(false)
    }
  }
  const showFailure = (error: CallError, stored: JournalEntry | null) => {
    if (stored) return editing.showOther(stored, true)
    signInAgainAfter(error)
    setProblems(fieldProblemsOf(error))
    setReason(error.message)
  }
  const save = (over = editing.version ?? reviewed.data?.updatedAt ?? null) => {
    const found = problemsOf(draft)
    setProblems(found)
    if (Object.keys(found).length > 0) return
    void attempt(async () => {
      const total = await lowered().catch((error: unknown) => {
        toast({ ...failedToast(entry), tone: 'danger' })
        throw error
      })
      if (total === null) await write(over)
      else setLower({ hours: total, over })
    })
  }

  return (
    <DialogContent
      title={entry ? `Edit ${ENTRY_LABELS[type].toLowerCase()} entry` : `New ${ENTRY_LABELS[type].toLowerCase()} entry`}
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        save()
      }}
      footer={
        <>
          {onBack && (
            <Button kind="quiet" icon="left" onClick={onBack} disabled={isSaving}>
              Back
            </Button>
          )}
          {reason && (
            <p className="min-w-0 flex-1 text-13 text-danger" role="alert">
              {reason}
            </p>
          )}
          <Button kind="quiet" className="ml-auto" onClick={onClose} disabled={isSaving}>
            Cancel
          </Button>
          <Button kind="solid" type="submit" busy={isSaving} busyLabel="Saving…">
            {entry ? 'Save changes' : 'Add entry'}
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-1 gap-6">
        <DraftNotices
          editing={editing}
          rowsOf={rowsOf}
          isBusy={isSaving}
          onSaveOver={save}
          // The stored entry of a new review is another one than the form's.
          {...(!entry && { onTakeOther: onEdit })}
        />
        {entry?.review_id && lengthOf(entry.content) > JOURNAL_REVIEW_LENGTH && (
          <p className="text-13 text-text-2">
            {ENTRY_DIALOG_TEXTS.reviewTooLong}{' '}
            <a className="linkish" href={`/reviews/${entry.review_id}`}>
              {ENTRY_DIALOG_TEXTS.ownPage}
            </a>
          </p>
        )}
        {reviewed.data && !other && <ReviewedBefore entry={reviewed.data} onEdit={onEdit} />}
        <EntryFormFields
          type={type}
          fields={fields}
          problems={problems}
          isChange={entry !== null}
          disabled={isSaving}
          onChange={set}
        />
      </div>
      <LowerTotal
        hours={lower?.hours ?? null}
        typed={draft.type === 'progress' ? draft.hoursPlayed : 0}
        onClose={() => setLower(null)}
        onConfirm={() => attempt(() => write(lower?.over ?? null))}
      />
    </DialogContent>
  )
}

function failedToast(entry: JournalEntry | null) {
  const { title, text } = entry ? JOURNAL_TEXTS.updateFailed : JOURNAL_TEXTS.addFailed
  return { title, description: text }
}

/** Renders the confirmation before an entry lowers the stored total (G62). */
function LowerTotal(props: {
  hours: number | null
  typed: number
  onClose: () => void
  onConfirm: () => Promise<unknown>
}) {
  return (
    <ConfirmDialog
      open={props.hours !== null}
      onOpenChange={(isOpen) => !isOpen && props.onClose()}
      title={ENTRY_DIALOG_TEXTS.lowerTotal}
      text={ENTRY_DIALOG_TEXTS.lowerTotalText(hoursText(props.hours ?? 0), hoursText(props.typed || 0))}
      confirmLabel="Save the lower total"
      cancelLabel="Change the hours"
      busyLabel="Saving…"
      onConfirm={props.onConfirm}
    />
  )
}
