import { type MailContent, renderMail } from './mail-layout.ts'
import type { MailDeps } from './mail-requests.ts'
import { siteOf } from './mail-requests.ts'

export { siteOf } from './mail-requests.ts'

export type LetterDeps = Pick<MailDeps, 'config' | 'mailer'>

/** Delivers a mail to somebody who may have no account. Throws when the job that calls it should be retried. */
export async function sendLetter(deps: LetterDeps, to: string, content: MailContent): Promise<void> {
  const { config, mailer } = deps
  await mailer.deliver({ to, subject: content.subject, ...renderMail(config.productName, siteOf(config), content) })
}
