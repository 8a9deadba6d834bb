import type { Db } from '#db/db.ts'
import { fromCursor, keysetOfCreation, type Read, readKeysetPart } from '#db/keyset.ts'
import { inTransaction } from '#db/transaction.ts'
import { mailOperator } from '#features/accounts/server/mails/operator-mail.service.ts'
import { type AdminDeps, withAuditLog } from '#features/admin/server/admin.service.ts'
import type { Config } from '#server/config.ts'
import type { Queue } from '#server/jobs.ts'
import type { Viewer } from '#server/routes.ts'
import { DAY_MS } from '#shared/durations.ts'
import { refuse } from '#shared/refusal.ts'
import type { ContactForm } from '../../contact.schemas.ts'
import { CLOSED_MESSAGE_DAYS } from '../../info.rules.ts'
import * as queries from './contact.queries.ts'

export interface ContactDeps extends AdminDeps {
  config: Config
  queue: Queue
}

const PAGE_SIZE = 20

/**
 * Stores a message to the operator and queues a mail to `ADMIN_EMAIL`, if that is set (G18). A message with a filled
 * honeypot is accepted and dropped, so that the program that sent it learns nothing.
 */
export async function sendMessage(deps: ContactDeps, viewer: Viewer | null, form: ContactForm): Promise<void> {
  const { website, ...message } = form
  if (website !== '') return deps.log.debug('a contact message with a filled honeypot was dropped')
  await inTransaction(deps, async (tx) => {
    await queries.insertMessage(tx.db, { ...message, userId: viewer?.id ?? null, at: tx.clock() })
    await mailOperator(tx, {
      subject: `${message.topic}: a message from ${message.name}`,
      heading: `${message.name} wrote to you`,
      paragraphs: message.message.split(/\n{2,}/),
      replyTo: message.email,
      path: '/admin/contact',
      label: 'Open the messages',
    })
  })
}

export async function listMessages(
  { db }: { db: Db },
  status: 'open' | 'closed',
  cursor: string | undefined,
): Promise<{ rows: queries.MessageRow[]; nextCursor: string | null }> {
  const read: Read<queries.MessageRow> = (before, most) => queries.listMessages(db, status, before, most)
  return readKeysetPart(fromCursor(cursor), PAGE_SIZE, read, keysetOfCreation)
}

/** Closes or reopens a message, with an entry in the audit log. Refuses not_found. */
export async function setMessageStatus(
  deps: ContactDeps,
  admin: Viewer,
  id: string,
  status: 'open' | 'closed',
): Promise<void> {
  const action = status === 'closed' ? 'close_contact' : 'reopen_contact'
  const data: Record<string, unknown> = {}
  await withAuditLog(deps, { adminId: admin.id, action, item: ['contact', id], data }, async (tx) => {
    const updated = await queries.updateStatus(tx.db, id, status, tx.clock())
    if (!updated) return refuse('not_found', 'not_found', 'This message is deleted')
    data.title = updated.topic
  })
}

/** Deletes messages that were closed long ago. */
export const pruneMessages = ({ db, clock }: ContactDeps): Promise<void> =>
  queries.deleteClosedBefore(db, new Date(clock().getTime() - CLOSED_MESSAGE_DAYS * DAY_MS))
