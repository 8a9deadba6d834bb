import type { Db } from '#db/db.ts'
import { inTransaction } from '#db/transaction.ts'
import { announce } from '#server/changes.ts'
import type { Clock } from '#server/clock.ts'
import type { Queue } from '#server/jobs.ts'
import type { OwnData } from '#server/own-data.ts'
import { type Tag, tag } from '#server/tags.ts'
import { deletionGraceStart } from '../../deletion-and-export.rules.ts'
import { requestMail } from '../mails/mail-requests.ts'
import { cancelDeletion } from './deletion.queries.ts'

/**
 * Restores a deleted account within its grace period (G55), whatever the sign-in method. It runs when a session is
 * opened, so after a second factor too. Returns whether the account was deleted.
 */
export function restoreDeleted(
  deps: { db: Db; clock: Clock; queue: Queue; ownData: readonly OwnData[] },
  sessionToken: string,
): Promise<boolean> {
  const now = deps.clock()
  return inTransaction(deps, async ({ db }) => {
    const restored = await cancelDeletion(db, sessionToken, deletionGraceStart(now), now)
    if (!restored) return false
    await requestMail({ db, queue: deps.queue }, { mail: 'account-restored', email: restored.email })
    await announce(db, await tagsOfMember(db, deps.ownData, restored.id))
    return true
  })
}

/** Returns the tags of everything that shows the member to others. */
export async function tagsOfMember(db: Db, ownData: readonly OwnData[], userId: string): Promise<Tag[]> {
  const tags = [tag.member(userId)]
  for (const part of ownData) tags.push(...((await part.tagsOf?.(db, userId)) ?? []))
  return tags
}
