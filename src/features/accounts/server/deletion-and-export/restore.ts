import type { Db } from '#db/db.ts'
import { inTransaction } from '#db/transaction.ts'
import { announce } from '#server/changes.ts'
import type { Clock } from '#server/clock.ts'
import type { Events } from '#server/events.ts'
import type { Queue } from '#server/jobs.ts'
import { tag } from '#server/tags.ts'
import { deletionGraceStart } from '../../deletion-and-export.rules.ts'
import { accountDeletionChanged } from '../accounts.events.ts'
import { requestMail } from '../mails/mail-requests.ts'
import { cancelDeletion } from './deletion.queries.ts'

/**
 * Restores a deleted account within its grace period (G55), whatever the sign-in method. It runs when a session is
 * opened, so after a second factor too. Returns whether the account was deleted.
 */
export function restoreDeleted(
  deps: { db: Db; clock: Clock; queue: Queue; events: Events },
  sessionToken: string,
): Promise<boolean> {
  const now = deps.clock()
  return inTransaction(deps, async ({ db }) => {
    const restored = await cancelDeletion(db, sessionToken, deletionGraceStart(now), now)
    if (!restored) return false
    await requestMail({ db, queue: deps.queue }, { mail: 'account-restored', email: restored.email })
    await announceDeletionChange(deps, db, restored.id)
    return true
  })
}

/** Announces the member to everything that shows it, when the account is deleted, restored or removed. */
export async function announceDeletionChange({ events }: { events: Events }, db: Db, userId: string): Promise<void> {
  await announce(db, [tag.member(userId)])
  await events.publish(db, accountDeletionChanged, { userId })
}
