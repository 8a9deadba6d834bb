import { createTransport } from 'nodemailer'
import type { Config } from './config.ts'
import type { Log } from './log.ts'

export interface Mail {
  to: string
  /** The address that a reply goes to, if it is not the sender's. */
  replyTo?: string
  subject: string
  text: string
  html: string
  /** The address that unsubscribes by a POST (RFC 8058), for mails that nobody asked for one by one. */
  unsubscribe?: string
}

/** Sends a mail, or throws if the job should retry. For jobs only: a request never waits for a mail. */
export interface Mailer {
  deliver: (mail: Mail) => Promise<void>
}

/** The timeout for each step of a mail server. */
const TIMEOUT_MS = 20_000

/**
 * Creates a mailer that sends through `SMTP_URL`. Without SMTP_URL it stores a mail (`keep`) for an admin to read, and
 * on a private machine, which has no `BASE_URL` either, it logs the text (G57). On a public site it does not log the
 * text, because links in a mail sign their reader in.
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
  const send = openSmtp(smtp)
  return {
    async deliver(mail) {
      check(mail)
      try {
        await send(mail)
      } catch (error) {
        const { responseCode, code } = error as MailError
        // 5xx is final: a retry would get the same response. Wrong credentials are an exception, because the operator
        // may correct them.
        if (responseCode === undefined || responseCode < 500 || code === 'EAUTH') throw error
        log.error({ err: error, subject: mail.subject }, 'mail failed for good, no retry left')
      }
    },
  }
}

/** Returns a function that gives a mail to the mail server. @throws MailError if the server does not take it. */
export function openSmtp(smtp: NonNullable<Config['smtp']>): (mail: Mail) => Promise<void> {
  const transport = createTransport({
    url: smtp.url,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return async ({ unsubscribe, ...mail }) => {
    try {
      await transport.sendMail({
        ...mail,
        from: smtp.from,
        headers: {
          // Tells out-of-office programs not to reply.
          'Auto-Submitted': 'auto-generated',
          'X-Auto-Response-Suppress': 'All',
          ...(unsubscribe && {
            'List-Unsubscribe': `<${unsubscribe}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }),
        },
      })
    } catch (error) {
      const { responseCode, code } = error as SmtpError
      throw new MailError(`The mail server did not take it (${responseCode ?? code ?? 'unknown'}).`, error as SmtpError)
    }
  }
}

type SmtpError = Error & { code?: string; responseCode?: number; response?: string }

/** The mail server did not take a mail. The message, which is logged, has no text of the server: it may contain the mail. */
export class MailError extends Error {
  override name = 'MailError'
  readonly code: string | undefined
  readonly responseCode: number | undefined
  /** What the mail server responded, or why it did not, for the operator alone. */
  readonly detail: string

  constructor(message: string, from: SmtpError) {
    super(message)
    this.code = from.code
    this.responseCode = from.responseCode
    this.detail = from.response ?? from.message
  }
}

/** Accepts one address and one line each, so that nothing can become a header or another recipient. */
function check({ to, replyTo = to, subject }: Mail): void {
  for (const address of [to, replyTo])
    if (/[\p{Cc}\s,;<>"()]/u.test(address) || address.split('@').length !== 2)
      throw new Error('This is not one address.')
  if (/\p{Cc}/u.test(subject)) throw new Error('A subject has one line.')
}
