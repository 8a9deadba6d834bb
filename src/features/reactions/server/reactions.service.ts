import type { Db } from '#db/db.ts'
import { inTransaction } from '#db/transaction.ts'
import { notify, withdraw } from '#features/notifications/server/notifications.service.ts'
import { announce } from '#server/changes.ts'
import type { Clock } from '#server/clock.ts'
import type { Viewer } from '#server/session.ts'
import type { Subjects } from '#server/subjects.ts'
import { tag } from '#server/tags.ts'
import type { SubjectRef, SubjectType } from '#shared/subject.ts'
import { NEW_REACTION } from '../reactions.notifications.ts'
import { type Emoji, type EmojiCount, orderedCounts } from '../reactions.rules.ts'
import * as queries from './reactions.queries.ts'

export interface ReactionsDeps {
  db: Db
  clock: Clock
  subjects: Subjects
}

/**
 * Chooses an emoji: the same one removes the reaction, another one replaces it (R-ACT-26, R-ACT-27). A viewer who may
 * see the subject may react. Calls of one member about one subject run one after the other, so each starts from the
 * result of the previous one.
 */
export async function toggleReaction(
  deps: ReactionsDeps,
  viewer: Viewer,
  subject: SubjectRef,
  emoji: Emoji,
): Promise<{ reaction: queries.ReactionRow | null; reactions: EmojiCount[] }> {
  const mine = { ...subject, userId: viewer.id }
  const { made, counted } = await inTransaction(deps, async ({ db, clock, subjects }) => {
    const { requireAccess } = subjects.require(subject.subjectType)
    await queries.lockChoice.send(db, mine)
    const choice = await queries.findChoice.send(db, mine)
    const { ownerId } = await requireAccess(db, viewer, subject.subjectId, 'write')
    const [before] = await choice.rows()
    const at = clock()
    const cause = { type: NEW_REACTION.type, actor: viewer.id, ...subject } as const
    const isSame = before?.emoji === emoji
    const made = isSame ? null : await queries.storeReaction.send(db, { ...mine, emoji, at })
    if (isSame) {
      await queries.deleteReaction.send(db, mine)
      await withdraw(db, { ...cause, ...(ownerId && { to: ownerId }) })
    }
    // Replacing an emoji notifies nobody.
    if (!before && ownerId) await notify(db, { ...cause, to: ownerId, at })
    await announce(db, [tag.subject(subject)])
    return { made, counted: await queries.countOfSubject.send(db, mine) }
  })
  const [row] = await counted.rows()
  const [reaction = null] = made ? await made.rows() : []
  return { reaction, reactions: viewReactionCounts(row?.counted ?? null) }
}

/**
 * Removes the viewer's reaction, also when the viewer may no longer see the subject, because members can always remove
 * their own things. A missing reaction is no failure when the viewer may see the subject.
 */
export function removeReaction(deps: ReactionsDeps, viewer: Viewer, subject: SubjectRef): Promise<void> {
  const mine = { ...subject, userId: viewer.id }
  return inTransaction(deps, async ({ db, subjects }) => {
    await queries.lockChoice.send(db, mine)
    if ((await queries.deleteReaction(db, mine)).length === 0) {
      await subjects.require(subject.subjectType).requireAccess(db, viewer, subject.subjectId, 'read')
      return
    }
    await withdraw(db, { type: NEW_REACTION.type, actor: viewer.id, ...subject })
    await announce(db, [tag.subject(subject)])
  })
}

// For queries of subjects that load the reactions in the same statement; `viewReactionCounts` converts the value.
export { countedReactions, moveReactions, putReactionsBack } from './reactions.queries.ts'

export const viewReactionCounts = (counted: readonly EmojiCount[] | null): EmojiCount[] => orderedCounts(counted ?? [])

/** Loads the reaction counts of all these subjects, in one statement. */
export async function loadReactions(
  db: Db,
  type: SubjectType,
  subjectIds: readonly string[],
  viewer: Viewer | null,
): Promise<ReadonlyMap<string, EmojiCount[]>> {
  const rows = await queries.countReactions(db, type, subjectIds, viewer?.id ?? null)
  return new Map(rows.map(({ subject_id, counted }) => [subject_id, viewReactionCounts(counted)]))
}
