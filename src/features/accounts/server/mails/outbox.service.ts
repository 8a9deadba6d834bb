import type { Db } from '#db/db.ts'
import { refuse } from '#shared/refusal.ts'
import { ACCOUNT_REFUSALS } from '../../accounts.texts.ts'
import { findMail, listMails } from './outbox.queries.ts'

/** Lists the stored mails without their contents, for an operator. */
export const listOutboxMails = ({ db }: { db: Db }) => listMails(db, 100, null)

/** Returns a stored mail with its text. Refuses not_found. */
export async function readOutboxMail({ db }: { db: Db }, id: string) {
  const mail = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id) ? await findMail(db, id) : undefined
  return mail ?? refuse('not_found', 'not_found', ACCOUNT_REFUSALS.mailMissing(id))
}
