import type { Db } from '#db/db.ts'
import { inTransaction } from '#db/transaction.ts'
import { notify, withdraw } from '#features/notifications/server/notifications.service.ts'
import { announce } from '#server/changes.ts'
import type { Clock } from '#server/clock.ts'
import type { Viewer } from '#server/session.ts'
import type { Subjects } from '#server/subjects.ts'
import { tag } from '#server/tags.ts'
import type { SubjectRef, SubjectType } from '#shared/subject.ts'
import { type Emoji, type EmojiCount, orderedCounts } from '../reactions.rules.ts'
import * as queries from './reactions.queries.ts'

export interface ReactionsDeps {
  db: Db
  clock: Clock
  subjects: Subjects
}

/**
 * Chooses an emoji: the same again takes it back, another takes its place (R-ACT-26, R-ACT-27). Whoever may see the subject
 * may react. Calls of one member wait for one another, so each of them turns what the one before has left.
 */
export function toggleReaction(
  deps: ReactionsDeps,
  viewer: Viewer,
  subject: SubjectRef,
  emoji: Emoji,
): Promise<{ reaction: queries.ReactionRow | null; reactions: EmojiCount[] }> {
  return inTransaction(deps, async ({ db, clock, subjects }) => {
    const { ownerId } = await subjects[subject.subjectType](db, viewer, subject.subjectId, 'write')
    await queries.lockChoice(db, subject, viewer.id)
    const isTakenBack = await queries.deleteReaction(db, subject, viewer.id, emoji)
    const at = clock()
    const reaction = isTakenBack ? null : await queries.upsertReaction(db, subject, { userId: viewer.id, emoji, at })
    const cause = { to: ownerId, type: 'reaction', actor: viewer.id, ...subject } as const
    if (isTakenBack) await withdraw(db, cause)
    // Another emoji in the place of one is nothing new to hear of.
    if (reaction?.is_new) await notify(db, { ...cause, at })
    await announce(db, [tag.subject(subject)])
    const counts = await loadReactions(db, subject.subjectType, [subject.subjectId], viewer)
    return { reaction, reactions: counts.get(subject.subjectId) ?? [] }
  })
}

/**
 * Takes the viewer's reaction back, also where the subject is no longer open to them: what is one's own can always be
 * removed. That there is none is no failure, where the subject may be seen.
 */
export function removeReaction(deps: ReactionsDeps, viewer: Viewer, subject: SubjectRef): Promise<void> {
  return inTransaction(deps, async ({ db, subjects }) => {
    await queries.lockChoice(db, subject, viewer.id)
    if (!(await queries.deleteReaction(db, subject, viewer.id))) {
      await subjects[subject.subjectType](db, viewer, subject.subjectId, 'read')
      return
    }
    await withdraw(db, { type: 'reaction', actor: viewer.id, ...subject })
    await announce(db, [tag.subject(subject)])
  })
}

// For queries that have subjects and read along what was chosen: `shownReactions` says what the value means.
export { countedReactions } from './reactions.queries.ts'

export const viewReactionCounts = (counted: readonly EmojiCount[] | null): EmojiCount[] => orderedCounts(counted ?? [])

/** The counts of each of these subjects, in one statement. */
export async function loadReactions(
  db: Db,
  type: SubjectType,
  subjectIds: readonly string[],
  viewer: Viewer | null,
): Promise<ReadonlyMap<string, EmojiCount[]>> {
  const rows = await queries.countReactions(db, type, subjectIds, viewer?.id ?? null)
  return new Map(rows.map(({ subject_id, counted }) => [subject_id, viewReactionCounts(counted)]))
}
