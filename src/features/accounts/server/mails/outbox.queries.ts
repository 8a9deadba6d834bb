import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { Mail } from '#server/mail.ts'

export async function insertMail(db: Db, { to, subject, text, html }: Mail, now: Date): Promise<void> {
  await db
    .insertInto('outbox')
    .values({ recipient: to, subject, text_body: text, html_body: html, created_at: now })
    .execute()
}

/** Lists the newest mails first. Text and HTML are null in mails to anybody but the reader. */
export function listMails(db: Db, atMost: number, readerEmail: string | null) {
  const isToReader = sql<boolean>`recipient = ${readerEmail}`
  return db
    .selectFrom('outbox')
    .select(({ case: when, ref }) => [
      'id',
      'recipient',
      'subject',
      'created_at',
      when().when(isToReader).then(ref('text_body')).end().as('text_body'),
      when().when(isToReader).then(ref('html_body')).end().as('html_body'),
    ])
    .orderBy('id', 'desc')
    .limit(atMost)
    .execute()
}

export function findMail(db: Db, id: string) {
  return db.selectFrom('outbox').where('id', '=', id).selectAll().executeTakeFirst()
}

export async function deleteMailsBefore(db: Db, time: Date): Promise<void> {
  await db.deleteFrom('outbox').where('created_at', '<', time).execute()
}
