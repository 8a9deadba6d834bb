import * as z from 'zod/mini'
import type { Db } from '#db/db.ts'
import type { Clock } from '#server/clock.ts'
import type { Config } from '#server/config.ts'
import type { Queue } from '#server/jobs.ts'
import type { Mailer } from '#server/mail.ts'
import { fullDate } from '#shared/dates.ts'
import { HOUR_MS } from '#shared/durations.ts'
import { findAccount, findEmail } from '../accounts.queries.ts'
import { insertCode, type MailCodePurpose } from '../codes/codes.queries.ts'
import {
  accountDeletedMail,
  accountRestoredMail,
  appealMail,
  confirmationMail,
  emailChangeMail,
  emailChangeNewMail,
  operatorMail,
  passwordChangedMail,
  resetMail,
  SECURITY_EVENTS,
  securityMail,
} from './account-mails.texts.ts'
import { type MailContent, renderMail } from './mail-layout.ts'

/** A mail to the operator; `path` is a page of this site. */
const OperatorMailSchema = z.object({
  mail: z.literal('operator'),
  subject: z.string(),
  heading: z.string(),
  paragraphs: z.array(z.string()),
  replyTo: z.string(),
  path: z.string(),
  label: z.string(),
})
export type OperatorMail = z.infer<typeof OperatorMailSchema>

/**
 * The data of a mail job. The request queues the job whether or not the account exists, and only the job looks the
 * account up, so response and work of the request are the same for every email address. The job also creates the code,
 * so the code appears only in the mail.
 */
const MailRequestSchema = z.discriminatedUnion('mail', [
  z.object({ mail: z.literal('reset'), email: z.string() }),
  z.object({ mail: z.literal('confirm'), email: z.string(), target: z.string() }),
  z.object({ mail: z.literal('password-changed'), email: z.string() }),
  z.object({ mail: z.literal('security'), what: z.enum(SECURITY_EVENTS), email: z.string() }),
  z.object({ mail: z.literal('change-email'), userId: z.string(), email: z.string() }),
  z.object({ mail: z.literal('account-deleted'), email: z.string(), removedAt: z.iso.datetime() }),
  z.object({ mail: z.literal('account-restored'), email: z.string() }),
  z.object({ mail: z.literal('appeal-answered'), userId: z.string(), answer: z.nullable(z.string()) }),
  OperatorMailSchema,
])
export type MailRequest = z.infer<typeof MailRequestSchema>

export const MAIL_JOB = 'send-mail'

/** Queues a mail. Inside a transaction the mail is sent when the transaction commits, and never when it rolls back. */
export function requestMail(deps: { db: Db; queue: Queue }, request: MailRequest): Promise<void> {
  return deps.queue.send(deps.db, MAIL_JOB, request)
}

export interface MailDeps {
  db: Db
  config: Config
  clock: Clock
  mailer: Mailer
}

/** How long the links are valid (G01, G02). */
const LIFETIMES_MS: Record<MailCodePurpose, number> = {
  recovery: HOUR_MS,
  signup: 24 * HOUR_MS,
  'email-old': 24 * HOUR_MS,
  'email-new': 24 * HOUR_MS,
}

/** Composes the requested mail and delivers it. Throws when the job should be retried. */
export async function sendRequestedMail(deps: MailDeps, data: unknown): Promise<void> {
  const request = z.parse(MailRequestSchema, data)
  const { productName } = deps.config
  const home = siteOf(deps.config)
  const send = (to: string, content: MailContent) =>
    deps.mailer.deliver({ to, subject: content.subject, ...renderMail(productName, home, content) })
  const linkFor = async (purpose: MailCodePurpose, userId: string, subject = '') => {
    const expiresAt = new Date(deps.clock().getTime() + LIFETIMES_MS[purpose])
    const code = await insertCode(deps.db, purpose, { userId, subject }, expiresAt)
    return `${home}/auth/callback?type=${purpose}&code=${code}`
  }

  if (request.mail === 'operator') {
    const { adminEmail } = deps.config
    if (adminEmail === null) return
    const content = operatorMail(productName, { ...request, url: `${home}${request.path}` })
    const { subject, ...parts } = { subject: content.subject, ...renderMail(productName, home, content) }
    return deps.mailer.deliver({ to: adminEmail, replyTo: request.replyTo, subject, ...parts })
  }
  if (request.mail === 'change-email') {
    const { userId, email } = request
    const old = await findEmail(deps.db, userId)
    if (old === null) return
    await send(old, emailChangeMail(productName, email, await linkFor('email-old', userId, email)))
    return send(email, emailChangeNewMail(productName, await linkFor('email-new', userId, email)))
  }
  if (request.mail === 'appeal-answered') {
    // The account may still be disabled.
    const address = await findEmail(deps.db, request.userId)
    return address === null ? undefined : send(address, appealMail(productName, request.answer, `${home}/signin`))
  }
  const account = await findAccount(deps.db, request.email)
  if (!account || account.isDisabled) return
  switch (request.mail) {
    case 'reset':
      return send(request.email, resetMail(productName, await linkFor('recovery', account.id)))
    case 'confirm':
      if (account.emailVerified) return
      return send(request.email, confirmationMail(productName, await linkFor('signup', account.id, request.target)))
    case 'password-changed':
      return send(request.email, passwordChangedMail(productName, `${home}/forgot-password`))
    case 'account-deleted':
      return send(
        request.email,
        accountDeletedMail(productName, fullDate(new Date(request.removedAt)), `${home}/signin`),
      )
    case 'account-restored':
      return send(request.email, accountRestoredMail(productName, `${home}/forgot-password`))
    case 'security':
      return send(request.email, securityMail(productName, request.what, `${home}/settings/security`))
  }
}

/**
 * Returns the site's URL from the configuration. The Host header of a request is untrusted: an attacker could make the
 * link lead elsewhere.
 */
export function siteOf(config: Config): string {
  return config.baseUrl ?? `http://localhost:${config.port}`
}
