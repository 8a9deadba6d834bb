import { createTransport } from 'nodemailer'
import type { Config } from './config.ts'
import type { Log } from './log.ts'

export interface Mail {
  to: string
  subject: string
  text: string
  html: string
}

/** Hands a mail over, or throws when that should be tried again. For jobs only: a request never waits for a mail. */
export interface Mailer {
  deliver: (mail: Mail) => Promise<void>
}

/** How long a mail server may take for each step. */
const PATIENCE_MS = 20_000

/**
 * Sends through `SMTP_URL`. Without it a mail is kept (`keep`) for an admin to read, and on a machine of one's own, where there
 * is no `BASE_URL` either, its text is in the log (G57). On a site it is not: its links let their reader in.
 */
export function createMailer(deps: {
  config: Pick<Config, 'smtp' | 'baseUrl'>
  log: Log
  keep: (mail: Mail) => Promise<void>
}): Mailer {
  const { log, keep } = deps
  const { smtp, baseUrl } = deps.config
  if (smtp === null)
    return {
      async deliver(mail) {
        check(mail)
        await keep(mail)
        const { to, subject, text } = mail
        log.info(baseUrl === null ? { to, subject, text } : { subject }, 'no SMTP_URL: the mail is in the outbox')
      },
    }
  const transport = createTransport({
    url: smtp.url,
    connectionTimeout: PATIENCE_MS,
    greetingTimeout: PATIENCE_MS,
    socketTimeout: PATIENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async deliver(mail) {
      check(mail)
      try {
        await transport.sendMail({
          ...mail,
          from: smtp.from,
          // Out-of-office programs do not answer these.
          headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
        })
      } catch (error) {
        const { responseCode, code } = error as { responseCode?: number; code?: string }
        // What the server said may repeat the address or the text.
        const failure = new MailError(`The mail server did not take it (${responseCode ?? code ?? 'unknown'}).`)
        // 5xx is a no for good: another try gets the same answer. Only wrong credentials will be put right.
        if (responseCode === undefined || responseCode < 500 || code === 'EAUTH') throw failure
        log.error({ err: failure, subject: mail.subject }, 'mail given up')
      }
    },
  }
}

class MailError extends Error {
  override name = 'MailError'
}

/** One address and no second line: nothing that could become a header or a further recipient. */
function check({ to, subject }: Mail): void {
  if (/[\p{Cc}\s,;<>"()]/u.test(to) || to.split('@').length !== 2) throw new MailError('This is not one address.')
  if (/\p{Cc}/u.test(subject)) throw new MailError('A subject has one line.')
}
