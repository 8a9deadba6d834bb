import { linkIn } from './mail-server.ts'
import type { TestApp } from './test-app.ts'

/** Does what lies in the queue, and answers the mails to this address, the oldest first. */
export async function mailsTo(test: TestApp, email: string): Promise<{ subject: string; text: string }[]> {
  await test.work()
  const rows = await test.db.selectFrom('outbox').where('recipient', '=', email).selectAll().orderBy('id').execute()
  return rows.map((row) => ({ subject: row.subject, text: row.text_body }))
}

/** Where the newest mail with a link leads, as a path of this app. */
export async function newestLink(test: TestApp, email: string): Promise<string> {
  const mail = (await mailsTo(test, email)).findLast(({ text }) => text.includes('/auth/callback'))
  const { pathname, search } = new URL(linkIn({ text: mail?.text }))
  return pathname + search
}
