import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import { type SubjectRef, subjectKey } from '#shared/subject.ts'
import { call } from '#web/call.ts'
import type { OptimisticTarget } from '#web/optimistic.ts'
import { endpointAt, subjectAddress } from '#web/subjects.ts'
import type { ReactionEndpoints } from '../reactions.contract.ts'
import { type Emoji, type EmojiCount, ownEmoji, toggleReaction } from '../reactions.rules.ts'
import { ADD_FAILED, REMOVE_FAILED } from '../reactions.texts.ts'

/** A failed change: `message` is the documented sentence, `cause` is the error of the server or the network. */
class ReactionError extends Error {
  override name = 'ReactionError'
}

interface Choice {
  emoji: Emoji
  /** The counts that the viewer saw. */
  before: readonly EmojiCount[]
}

/** The counts of the last response. Pending choices of one subject share it. */
interface PendingChoices {
  serverState: readonly EmojiCount[]
}

const keyOf = (subject: SubjectRef) => ['reactions', subjectKey(subject)] as const

/**
 * Applies a choice optimistically and sends the choices of one subject one after the other. After the last response the
 * target shows the server's last state, so that a failed choice leaves no trace (R-ACT-33, R-ACT-34).
 */
export const reactionMutation = (subject: SubjectRef, target: OptimisticTarget<EmojiCount[]>) =>
  mutationOptions({
    mutationKey: keyOf(subject),
    scope: { id: keyOf(subject).join(':') },
    mutationFn: async ({ emoji, before }: Choice, { client }) => {
      try {
        const { paths, params } = subjectAddress(subject)
        const react = endpointAt<ReactionEndpoints['react']>('POST', paths.reactions)
        return await call(react, { params, body: { emoji } }, { client })
      } catch (cause) {
        throw new ReactionError(ownEmoji(before) === emoji ? REMOVE_FAILED : ADD_FAILED, { cause })
      }
    },
    onMutate: async ({ emoji, before }, { client }): Promise<PendingChoices> => {
      const choices = pendingServerState(client, subject) ?? { serverState: before }
      await target.cancelReads()
      target.apply(toggleReaction(before, emoji))
      return choices
    },
    onSuccess: ({ reactions }, _choice, choices) => {
      choices.serverState = reactions
    },
    onSettled: async (_answer, _error, { before }, choices, { client }) => {
      if (client.isMutating({ mutationKey: keyOf(subject) }) > 1) return
      await target.cancelReads()
      target.apply([...(choices?.serverState ?? before)])
    },
  })

/** Returns the server state that earlier pending choices of the subject share. */
function pendingServerState(client: QueryClient, subject: SubjectRef): PendingChoices | undefined {
  const pending = client.getMutationCache().findAll({ mutationKey: keyOf(subject), status: 'pending' })
  return pending
    .map(({ state }) => state.context as PendingChoices | undefined)
    .find((choices) => choices !== undefined)
}
