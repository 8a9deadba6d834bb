import { useMutation } from '@tanstack/react-query'
import type { FormEvent, KeyboardEvent } from 'react'
import { useMembersOnly } from '#features/accounts/web/accounts.widgets.tsx'
import { SpoilerMark } from '#features/spoilers/web/spoiler-mark.widgets.tsx'
import type { GameId } from '#shared/ids.ts'
import type { SubjectRef } from '#shared/subject.ts'
import { lengthOf } from '#shared/text.ts'
import { CallError } from '#web/call.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, TextArea } from '#web/ui/field.tsx'
import { toast } from '#web/ui/toasts.ts'
import type { Comment } from '../comments.contract.ts'
import { EMPTY_DRAFT, isTooLong, MAX_COMMENT, readComment } from '../comments.rules.ts'
import { COMMENT_TOO_LONG, REPLY_TEXTS, SIGN_IN_TO_COMMENT } from '../comments.texts.ts'
import { type AnsweredComment, addCommentMutation, type CommentBoard, type CommentDraft } from './comments.api.ts'

/** The form shows how many characters remain when fewer than this number do. */
const SOON_FULL = 100

/** Shows a toast with the failure and its known cause. The form preserves the text. */
export function toastFailure({ message, cause }: Error): void {
  const isKnown = cause instanceof CallError && cause.status < 500
  toast({ title: message, tone: 'danger', ...(isKnown && { description: cause.message }) })
}

/** The comment that a reply answers. Escape and a button close its form, which the draft outlives. */
interface Answered extends AnsweredComment {
  name: string
  onClose: () => void
}

function closeOnEscape(event: KeyboardEvent, { onClose }: Answered): void {
  if (event.key !== 'Escape' || event.defaultPrevented || event.nativeEvent.isComposing) return
  // A dialog around the form stays open.
  event.preventDefault()
  event.stopPropagation()
  onClose()
}

/** Shows the form for a comment or a reply. The caller stores the draft, so that it outlives a dialog. */
export function CommentForm(props: {
  subject: SubjectRef
  /** The subject's game; without one a comment cannot have a spoiler mark. */
  gameId: GameId | null
  board: CommentBoard
  draft: CommentDraft
  onDraft: (draft: CommentDraft) => void
  autoFocus?: boolean
  /** Makes it the form for a reply. */
  answers?: Answered
  onPosted?: (comment: Comment) => void
}) {
  const { draft, onDraft, gameId, answers } = props
  const asMember = useMembersOnly()
  const add = useMutation(addCommentMutation(props.subject, props.board))
  const post = (event: Pick<FormEvent, 'preventDefault'>) => {
    event.preventDefault()
    const content = readComment(draft.content)
    if (content === '' || isTooLong(content) || add.isPending) return
    asMember(SIGN_IN_TO_COMMENT, () =>
      add.mutate(
        { content, spoilsTo: draft.spoilsTo, answers: answers ?? null },
        {
          onSuccess: (comment) => {
            onDraft(EMPTY_DRAFT)
            props.onPosted?.(comment)
          },
          onError: toastFailure,
        },
      ),
    )
  }
  const left = MAX_COMMENT - lengthOf(readComment(draft.content))
  return (
    <form
      className="grid w-full gap-2"
      noValidate
      onSubmit={post}
      onKeyDown={(event) => answers && closeOnEscape(event, answers)}
    >
      <Field
        label={answers ? REPLY_TEXTS.replyTo(answers.name) : 'Comment'}
        error={isTooLong(draft.content) ? COMMENT_TOO_LONG : undefined}
        {...(left <= SOON_FULL && { counter: `${MAX_COMMENT - left} / ${MAX_COMMENT}` })}
      >
        <TextArea
          rows={2}
          dir="auto"
          value={draft.content}
          autoFocus={props.autoFocus}
          onChange={(event) => onDraft({ ...draft, content: event.target.value })}
        />
      </Field>
      {gameId !== null && (
        <SpoilerMark gameId={gameId} value={draft.spoilsTo} onChange={(spoilsTo) => onDraft({ ...draft, spoilsTo })} />
      )}
      <FormButtons answers={answers} isBusy={add.isPending} />
    </form>
  )
}

/** Shows the buttons below the field; a reply can be cancelled. */
function FormButtons({ answers, isBusy }: { answers: Answered | undefined; isBusy: boolean }) {
  return (
    <div className="flex gap-2 justify-self-end">
      {answers && (
        <Button kind="quiet" onClick={answers.onClose}>
          Cancel
        </Button>
      )}
      <Button kind="solid" type="submit" busy={isBusy} busyLabel={REPLY_TEXTS.posting}>
        {answers ? REPLY_TEXTS.reply : 'Post'}
      </Button>
    </div>
  )
}
