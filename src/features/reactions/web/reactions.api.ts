import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import type { ActivityId } from '#shared/ids.ts'
import type { SubjectRef } from '#shared/subject.ts'
import { call } from '#web/call.ts'
import { reactToActivity } from '../reactions.contract.ts'
import { ADD_FAILED, REMOVE_FAILED } from '../reactions.messages.ts'
import { type Emoji, type EmojiCount, ownEmoji, toggleReaction } from '../reactions.rules.ts'

/** What could not be changed: `message` is the documented sentence, `cause` what the server or the network said. */
class ReactionError extends Error {
  override name = 'ReactionError'
}

/** Where a subject's counts are shown; whoever owns the subject knows. */
export interface ReactionBoard {
  /** Ends when nothing that is being read can write over what is shown next. */
  hold: () => Promise<unknown>
  show: (reactions: EmojiCount[]) => void
}

interface Choice {
  emoji: Emoji
  /** What the viewer saw. */
  before: readonly EmojiCount[]
}

/** What the server has, as far as is known. Choices that wait for one another share it. */
interface Kept {
  truth: readonly EmojiCount[]
}

const keyOf = ({ subjectType, subjectId }: SubjectRef) => ['reactions', subjectType, subjectId] as const

/**
 * Shows a choice at once and sends choices of one subject one after the other. When the last has been answered, what the
 * server said last is shown; what failed is as if it had not been chosen (R-ACT-33, R-ACT-34).
 */
export const reactionMutation = (subject: SubjectRef, board: ReactionBoard) =>
  mutationOptions({
    mutationKey: keyOf(subject),
    scope: { id: keyOf(subject).join(':') },
    mutationFn: async ({ emoji, before }: Choice, { client }) => {
      try {
        const params = { activityId: subject.subjectId as ActivityId }
        return await call(reactToActivity, { params, body: { emoji } }, { client })
      } catch (cause) {
        throw new ReactionError(ownEmoji(before) === emoji ? REMOVE_FAILED : ADD_FAILED, { cause })
      }
    },
    onMutate: async ({ emoji, before }, { client }): Promise<Kept> => {
      const kept = keptByEarlier(client, subject) ?? { truth: before }
      await board.hold()
      board.show(toggleReaction(before, emoji))
      return kept
    },
    onSuccess: ({ reactions }, _choice, kept) => {
      kept.truth = reactions
    },
    onSettled: async (_answer, _error, { before }, kept, { client }) => {
      if (client.isMutating({ mutationKey: keyOf(subject) }) > 1) return
      await board.hold()
      board.show([...(kept?.truth ?? before)])
    },
  })

function keptByEarlier(client: QueryClient, subject: SubjectRef): Kept | undefined {
  const pending = client.getMutationCache().findAll({ mutationKey: keyOf(subject), status: 'pending' })
  return pending.map(({ state }) => state.context as Kept | undefined).find((kept) => kept !== undefined)
}
