import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useMembersOnly } from '#features/accounts/web/accounts.widgets.tsx'
import type { SubjectRef } from '#shared/subject.ts'
import { networkTextOf } from '#web/call.ts'
import { lazyLoaded } from '#web/lazy-hydration.tsx'
import type { OptimisticTarget } from '#web/optimistic.ts'
import { requireSubjectKind } from '#web/subjects.ts'
import { Icon } from '#web/ui/icon.tsx'
import { useLongPress } from '#web/ui/long-press.ts'
import { LazyPopup, usePopupTrigger } from '#web/ui/popup-trigger.tsx'
import { ReactionMark } from '#web/ui/reaction-mark.tsx'
import { toast } from '#web/ui/toasts.ts'
import { type Emoji, type EmojiCount, labelOf, ownEmoji } from '../reactions.rules.ts'
import { signInToReact, UPDATE_FAILED } from '../reactions.texts.ts'
import { reactionMutation } from './reactions.api.ts'

const loadPicker = () => import('./reaction-picker.tsx')
const ReactionPicker = lazyLoaded(loadPicker, 'ReactionPicker')

/**
 * Shows the reactions to a subject: one button per chosen emoji, and one that offers all five. A long press opens the
 * picker too. `children` appear in the same row.
 */
export function ReactionBar(props: {
  subject: SubjectRef
  reactions: readonly EmojiCount[]
  /**
   * The counts of several subjects together, if one item shows them all; `reactions` are those of the subject that
   * changes.
   */
  shown?: readonly EmojiCount[]
  target: OptimisticTarget<EmojiCount[]>
  children?: ReactNode
}) {
  const { reactions, shown = reactions } = props
  const { isOpen, setOpen, trigger, popup } = usePopupTrigger('menu', loadPicker)
  const asMember = useMembersOnly()
  const { mutate } = useMutation(reactionMutation(props.subject, props.target))
  const signInMessage = signInToReact(requireSubjectKind(props.subject.subjectType))
  const choose = (emoji: Emoji) =>
    asMember(signInMessage, () =>
      mutate(
        { emoji, before: reactions },
        {
          onError: ({ cause }) => {
            const description = networkTextOf(cause)
            toast({ title: UPDATE_FAILED, tone: 'danger', ...(description !== null && { description }) })
          },
        },
      ),
    )
  const offer = () => asMember(signInMessage, () => setOpen(true))
  return (
    <div className="react" role="group" aria-label="Reactions" {...useLongPress(offer)}>
      {shown.map((each) => (
        <ReactionButton key={each.emoji} reaction={each} onClick={() => choose(each.emoji)} />
      ))}
      <button
        type="button"
        {...trigger}
        className="react-btn"
        aria-label="Add a reaction"
        data-tip="Add a reaction"
        onClick={() => (isOpen ? setOpen(false) : offer())}
      >
        <Icon name="smile-plus" />
      </button>
      {props.children}
      {popup && (
        <LazyPopup>
          <ReactionPicker {...popup} mine={ownEmoji(shown)} onChoose={choose} />
        </LazyPopup>
      )}
    </div>
  )
}

function ReactionButton({ reaction, onClick }: { reaction: EmojiCount; onClick: () => void }) {
  const { emoji, count, mine } = reaction
  return (
    <button
      type="button"
      className="react-btn"
      aria-pressed={mine}
      aria-label={`${labelOf(emoji)}, ${count}`}
      data-tip={labelOf(emoji)}
      onClick={onClick}
    >
      <ReactionMark emoji={emoji} />
      <span className="num">{count}</span>
    </button>
  )
}
