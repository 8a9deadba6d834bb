import type { Db } from '#db/db.ts'
import type { Mail } from '#server/mail.ts'

export async function keepMail(db: Db, { to, subject, text, html }: Mail, now: Date): Promise<void> {
  await db
    .insertInto('outbox')
    .values({ recipient: to, subject, text_body: text, html_body: html, created_at: now })
    .execute()
}

/** The newest first. */
export function listMails(db: Db, atMost: number) {
  return db
    .selectFrom('outbox')
    .select(['id', 'recipient', 'subject', 'created_at', 'text_body', 'html_body'])
    .orderBy('id', 'desc')
    .limit(atMost)
    .execute()
}

export async function deleteMailsBefore(db: Db, time: Date): Promise<void> {
  await db.deleteFrom('outbox').where('created_at', '<', time).execute()
}
