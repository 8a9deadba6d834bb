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
 * Whoever comes into a deleted account within its grace has it back (G55), by whichever way they come: asked when a
 * session is handed out, which is after a second factor too. Answers whether it was deleted.
 */
export function restoreDeleted(
  deps: { db: Db; clock: Clock; queue: Queue; ownData: readonly OwnData[] },
  sessionToken: string,
): Promise<boolean> {
  const now = deps.clock()
  return inTransaction(deps, async ({ db }) => {
    const back = await cancelDeletion(db, sessionToken, deletionGraceStart(now), now)
    if (!back) return false
    await requestMail({ db, queue: deps.queue }, { mail: 'account-restored', email: back.email })
    await announce(db, await tagsOfMember(db, deps.ownData, back.id))
    return true
  })
}

/** What others see of a member, wherever it is kept. */
export async function tagsOfMember(db: Db, ownData: readonly OwnData[], userId: string): Promise<Tag[]> {
  const tags = [tag.member(userId)]
  for (const part of ownData) tags.push(...((await part.tagsOf?.(db, userId)) ?? []))
  return tags
}
