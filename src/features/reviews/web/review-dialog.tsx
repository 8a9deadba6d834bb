import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useRef, useState } from 'react'
import { entryQuery } from '#features/library/web/library.api.ts'
import { playLogQuery } from '#features/play-log/web/play-sessions/play-log.api.ts'
import { playedShare } from '#features/spoilers/spoilers.rules.ts'
import { youAreAt } from '#features/spoilers/spoilers.texts.ts'
import { SpoilerMarkFields } from '#features/spoilers/web/spoiler-mark.widgets.tsx'
import { numberText } from '#shared/counted.ts'
import type { GameId, PlaythroughId, ReviewId } from '#shared/ids.ts'
import { isWaiting } from '#shared/outbox.ts'
import { ONLY_YOU_CAN_READ } from '#shared/sentences.ts'
import { lengthOf } from '#shared/text.ts'
import { CallError } from '#web/call.ts'
import { DraftNotices } from '#web/drafts/draft-notices.tsx'
import { draftName } from '#web/drafts/drafts.ts'
import { isConflict, useEditedItem } from '#web/drafts/use-versioned-draft.ts'
import { Button } from '#web/ui/button.tsx'
import { DialogContent, DialogFrame } from '#web/ui/dialog.tsx'
import { Switch } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { RatingInput, ratingText } from '#web/ui/rating.tsx'
import { toast } from '#web/ui/toasts.ts'
import { REVIEW_DIALOG_TEXTS } from '../review-dialogs.texts.ts'
import type { Review } from '../reviews.contract.ts'
import { REVIEW_LENGTH } from '../reviews.rules.ts'
import { REVIEW_DIALOG } from '../reviews.texts.ts'
import { DeleteReviewDialog } from './delete-review-dialog.tsx'
import { ownReviewQuery, type WhichReview } from './own-review.api.ts'
import { PlayedOnFields } from './played-on.widgets.tsx'
import { capped, checkedDraft, fieldsOf, type ReviewFields, type ReviewFormContext, rowsOf } from './review-form.ts'
import { saveReviewMutation, viewerIdOf } from './reviews.api.ts'

interface Props {
  game: { id: GameId; name: string }
  /** The playthrough to review; without it the game, by its latest one. */
  playthroughId?: PlaythroughId
  /** The review to edit, if it is a certain one. */
  reviewId?: ReviewId
  onClose: () => void
}

/**
 * Renders the form of a new review, or of the viewer's own. It opens after its data has loaded, so nothing changes
 * while the member types.
 */
export function ReviewDialog({ game, playthroughId, reviewId, onClose }: Props) {
  const which = { playthroughId, reviewId }
  const own = useQuery(ownReviewQuery(game.id, which))
  const entry = useQuery(entryQuery(game.id))
  const playLog = useQuery(playLogQuery(game.id))
  const [isSaving, setSaving] = useState(false)
  const begun = useRef<ReviewFormContext>(null)
  // The cached review may be outdated, and its text is the initial value of the form.
  if (!begun.current && own.isFetchedAfterMount && own.data !== undefined && entry.data !== undefined && playLog.data)
    begun.current = {
      review: own.data,
      entry: entry.data,
      playthroughs: playLog.data.playthroughs,
      playthrough: playLog.data.playthroughs.find(({ id }) => id === playthroughId) ?? null,
    }
  const hasFailed = !begun.current && (own.isError || entry.isError || playLog.isError)
  if (!begun.current && !hasFailed) return null
  const retry = () => void Promise.all([own.refetch(), entry.refetch(), playLog.refetch()])
  return (
    <DialogFrame
      open
      step={hasFailed ? 'failure' : 'form'}
      size={hasFailed ? 'question' : 'form'}
      isSaving={isSaving}
      onOpenChange={onClose}
    >
      {begun.current ? (
        <ReviewForm
          game={game}
          which={which}
          context={begun.current}
          isSaving={isSaving}
          onSaving={setSaving}
          onClose={onClose}
        />
      ) : (
        <DialogContent
          title={`Review ${game.name}`}
          description={REVIEW_DIALOG_TEXTS.libraryNotLoaded}
          footer={
            <Button kind="solid" className="ml-auto" onClick={retry}>
              Try again
            </Button>
          }
        />
      )}
    </DialogFrame>
  )
}

function ReviewForm(
  props: Omit<Props, keyof WhichReview> & {
    which: WhichReview
    context: ReviewFormContext
    isSaving: boolean
    onSaving: (isSaving: boolean) => void
  },
) {
  const { game, which, context, isSaving, onClose } = props
  const client = useQueryClient()
  const { mutateAsync } = useMutation(saveReviewMutation())
  const userId = viewerIdOf(client)
  const editing = useEditedItem<Review, ReviewFields>({
    name:
      userId && draftName('review', userId, [game.id, which.reviewId ?? which.playthroughId].filter(Boolean).join('/')),
    item: context.review,
    fieldsOf: (review) => fieldsOf({ ...context, review }),
    versionOf: ({ updated_at }) => updated_at,
  })
  const { fields, set, stored, other } = editing
  const [isChecked, setChecked] = useState(false)
  const [isDeleting, setDeleting] = useState(false)
  const textId = useId()
  const form = useRef<HTMLDivElement>(null)
  const checked = checkedDraft(fields)
  const problems = isChecked ? (checked.problems ?? {}) : {}

  /** Saves the review in place of a version; without one as a new review. */
  const save = async (updated_at = editing.version) => {
    const replaced = other?.item ?? stored
    const before = replaced && updated_at !== null ? { id: replaced.id, updated_at } : null
    setChecked(true)
    if (!checked.draft) return
    props.onSaving(true)
    try {
      const review = await mutateAsync({ gameId: game.id, draft: checked.draft, before })
      editing.forget()
      if (isWaiting(review)) toast({ title: REVIEW_DIALOG_TEXTS.waitsForNetwork })
      else
        toast({
          title: review.hold ? REVIEW_DIALOG.waits : REVIEW_DIALOG.saved,
          action: { label: 'Read it', href: `/reviews/${review.id}` },
        })
      onClose()
    } catch (error) {
      const theirs = isOvertaken(error)
        ? await client.fetchQuery(ownReviewQuery(game.id, which)).catch(() => null)
        : null
      if (theirs) editing.showOther(theirs, true)
      else if (error instanceof CallError && error.code === 'review_not_found') editing.showDeletion()
      if (!theirs)
        toast({
          title: error instanceof CallError ? error.message : REVIEW_DIALOG.saveFailed,
          description: REVIEW_DIALOG.kept,
          tone: 'danger',
        })
    } finally {
      props.onSaving(false)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isSaving && !other) void save()
  }
  const length = lengthOf(fields.text)
  return (
    <DialogContent
      title={`Review ${game.name}`}
      onSubmit={submit}
      footer={
        <>
          {context.review && (
            <Button kind="quiet" icon="trash" onClick={() => setDeleting(true)} disabled={isSaving}>
              Delete
            </Button>
          )}
          <Button kind="quiet" className="ml-auto" onClick={onClose} disabled={isSaving}>
            Cancel
          </Button>
          <Button kind="solid" type="submit" busy={isSaving} busyLabel="Saving…" disabled={other !== null}>
            Save review
          </Button>
        </>
      }
    >
      <div ref={form} className="grid gap-5">
        <DraftNotices
          editing={editing}
          rowsOf={rowsOf}
          isBusy={isSaving}
          onSaveOver={(version) => void save(version)}
          onSaveAsNew={() => void save(null)}
          thing="review"
        />
        <div className="flex flex-wrap items-center gap-x-4">
          <RatingInput
            value={fields.stars}
            onChange={(stars) => set({ stars })}
            size={44}
            label="Your rating"
            disabled={isSaving}
            invalid={problems.stars !== undefined}
            className="page-stars"
          />
          {fields.stars !== null && (
            <span className="num title text-28" aria-hidden="true">
              {ratingText(fields.stars)}
            </span>
          )}
          {problems.stars && <Problem text={problems.stars} />}
        </div>
        <div>
          <label className="visually-hidden" htmlFor={textId}>
            Your review
          </label>
          <textarea
            id={textId}
            className="blank-page"
            placeholder={REVIEW_DIALOG_TEXTS.example}
            value={fields.text}
            onChange={(event) => set({ text: capped(event.target.value) })}
            disabled={isSaving}
            dir="auto"
            aria-describedby={`${textId}-count`}
            aria-invalid={problems.text ? true : undefined}
          />
          <p className="flex flex-wrap justify-between gap-x-4 pt-2 text-12 text-text-3">
            <span>{editing.isChanged && !editing.isRestored && REVIEW_DIALOG_TEXTS.draft}</span>
            <span id={`${textId}-count`} className="num">
              {numberText(length)} / {numberText(REVIEW_LENGTH)}
            </span>
          </p>
          {problems.text && <Problem text={problems.text} />}
        </div>
        <div className="grid gap-x-8 gap-y-3 sm:grid-cols-2">
          <Switch
            label="Public"
            hint={fields.isPublic ? REVIEW_DIALOG_TEXTS.public : ONLY_YOU_CAN_READ}
            checked={fields.isPublic}
            onChange={(event) => set({ isPublic: event.target.checked })}
            disabled={isSaving}
          />
          <SpoilerMarkFields
            value={fields.hasSpoilers ? fields.spoilsTo : null}
            suggested={fields.spoilsTo}
            hint={context.entry ? youAreAt(playedShare(context.entry)) : REVIEW_DIALOG_TEXTS.wholeGame}
            onChange={(spoilsTo) => set(spoilsTo === null ? { hasSpoilers: false } : { hasSpoilers: true, spoilsTo })}
            disabled={isSaving}
          />
        </div>
        <PlayedOnFields
          gameId={game.id}
          value={fields}
          playthroughs={context.playthroughs}
          isTaken={({ review_id }) => review_id !== null && review_id !== context.review?.id}
          onChange={set}
          disabled={isSaving}
        />
      </div>
      {isDeleting && context.review && (
        <DeleteReviewDialog
          review={context.review}
          onClose={() => setDeleting(false)}
          onDeleted={() => {
            editing.forget()
            onClose()
          }}
        />
      )}
    </DialogContent>
  )
}

/** Returns whether another tab or device has edited or created the review since the form opened. */
const isOvertaken = (error: unknown) => isConflict(error) || (error instanceof CallError && error.code === '23505')

function Problem({ text }: { text: string }) {
  return (
    <p className="hint hint-err" role="alert">
      <Icon name="x" />
      {text}
    </p>
  )
}
