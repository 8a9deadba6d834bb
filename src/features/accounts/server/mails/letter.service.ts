import { type MailContent, renderMail } from './mail-layout.ts'
import type { MailDeps } from './mail-requests.ts'
import { siteOf } from './mail-requests.ts'

export type { MailContent } from './mail-layout.ts'
export { siteOf } from './mail-requests.ts'

export type LetterDeps = Pick<MailDeps, 'config' | 'mailer'>

/**
 * Delivers a mail to somebody who may have no account; `unsubscribe` is the address that ends such mails. Throws when the job
 * that calls it should be retried.
 */
export async function sendLetter(
  { config, mailer }: LetterDeps,
  to: string,
  content: MailContent,
  unsubscribe?: string,
): Promise<void> {
  const rendered = renderMail(config.productName, siteOf(config), content)
  await mailer.deliver({ to, subject: content.subject, ...rendered, ...(unsubscribe && { unsubscribe }) })
}
