import { linkIn } from './mail-server.ts'
import type { Answer, Client, TestApp } from './test-app.ts'

/** Runs the queued jobs and returns the mails to this address, oldest first. */
export async function mailsTo(test: TestApp, email: string): Promise<{ subject: string; text: string }[]> {
  await test.work()
  const rows = await test.db.selectFrom('outbox').where('recipient', '=', email).selectAll().orderBy('id').execute()
  return rows.map((row) => ({ subject: row.subject, text: row.text_body }))
}

/** Opens a link as a browser does when somebody follows it. */
export const follow = (browser: Pick<Client, 'get'>, link: string): Promise<Answer> =>
  browser.get(link, { 'sec-fetch-mode': 'navigate' })

/** Returns the path of the link in the newest mail. */
export async function newestLink(test: TestApp, email: string): Promise<string> {
  const mail = (await mailsTo(test, email)).findLast(({ text }) => text.includes('/auth/callback'))
  const { pathname, search } = new URL(linkIn({ text: mail?.text }))
  return pathname + search
}
