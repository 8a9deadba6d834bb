import * as z from 'zod/mini'
import type { Db } from '#db/db.ts'
import type { Clock } from '#server/clock.ts'
import type { Config } from '#server/config.ts'
import type { Queue } from '#server/jobs.ts'
import type { Mailer } from '#server/mail.ts'
import { fullDate } from '#shared/dates.ts'
import { findAccount, findEmail } from '../accounts.queries.ts'
import { type CodePurpose, insertCode } from '../codes/codes.queries.ts'
import {
  accountDeletedMail,
  accountRestoredMail,
  confirmationMail,
  emailChangeMail,
  emailChangeNewMail,
  passwordChangedMail,
  resetMail,
  SECURITY_EVENTS,
  securityMail,
} from './account-mails.ts'
import { type MailContent, renderMail } from './mail-layout.ts'

/**
 * What a request asks for. It is put into the queue whether there is such an account or not, and only the job looks: so
 * answer and work of the request are the same for every address. The code, too, is made by the job, so that it stands
 * nowhere but in the mail.
 */
const MailOrder = z.discriminatedUnion('mail', [
  z.object({ mail: z.literal('reset'), email: z.string() }),
  z.object({ mail: z.literal('confirm'), email: z.string(), target: z.string() }),
  z.object({ mail: z.literal('password-changed'), email: z.string() }),
  z.object({ mail: z.literal('security'), what: z.enum(SECURITY_EVENTS), email: z.string() }),
  z.object({ mail: z.literal('change-email'), userId: z.string(), email: z.string() }),
  z.object({ mail: z.literal('account-deleted'), email: z.string(), removedAt: z.iso.datetime() }),
  z.object({ mail: z.literal('account-restored'), email: z.string() }),
])
export type MailRequest = z.infer<typeof MailOrder>

export const MAIL_JOB = 'send-mail'

/** In a transaction the mail goes out when it commits, and never when it rolls back. */
export function requestMail(deps: { db: Db; queue: Queue }, order: MailRequest): Promise<void> {
  return deps.queue.send(deps.db, MAIL_JOB, order)
}

export interface MailDeps {
  db: Db
  config: Config
  clock: Clock
  mailer: Mailer
}

const HOUR_MS = 3600_000
/** G01, G02. */
const LIFETIMES_MS: Record<CodePurpose, number> = {
  recovery: HOUR_MS,
  signup: 24 * HOUR_MS,
  'email-old': 24 * HOUR_MS,
  'email-new': 24 * HOUR_MS,
}

/** Composes what was ordered and hands it over. Throws when that should be tried again. */
export async function sendRequestedMail(deps: MailDeps, data: unknown): Promise<void> {
  const order = z.parse(MailOrder, data)
  const { productName } = deps.config
  const home = siteOf(deps.config)
  const send = (to: string, content: MailContent) =>
    deps.mailer.deliver({ to, subject: content.subject, ...renderMail(productName, home, content) })
  const linkFor = async (purpose: CodePurpose, userId: string, subject = '') => {
    const expiresAt = new Date(deps.clock().getTime() + LIFETIMES_MS[purpose])
    const code = await insertCode(deps.db, purpose, { userId, subject }, expiresAt)
    return `${home}/auth/callback?type=${purpose}&code=${code}`
  }

  if (order.mail === 'change-email') {
    const { userId, email } = order
    const old = await findEmail(deps.db, userId)
    if (old === null) return
    await send(old, emailChangeMail(productName, email, await linkFor('email-old', userId, email)))
    return send(email, emailChangeNewMail(productName, await linkFor('email-new', userId, email)))
  }
  const account = await findAccount(deps.db, order.email)
  if (!account || account.isDisabled) return
  switch (order.mail) {
    case 'reset':
      return send(order.email, resetMail(productName, await linkFor('recovery', account.id)))
    case 'confirm':
      if (account.emailVerified) return
      return send(order.email, confirmationMail(productName, await linkFor('signup', account.id, order.target)))
    case 'password-changed':
      return send(order.email, passwordChangedMail(productName, `${home}/forgot-password`))
    case 'account-deleted':
      return send(order.email, accountDeletedMail(productName, fullDate(new Date(order.removedAt)), `${home}/signin`))
    case 'account-restored':
      return send(order.email, accountRestoredMail(productName, `${home}/forgot-password`))
    case 'security':
      return send(order.email, securityMail(productName, order.what, `${home}/settings/security`))
  }
}

/** Never what a request says: its Host could be somebody else's, and the link would lead there. */
export function siteOf(config: Config): string {
  return config.baseUrl ?? `http://localhost:${config.port}`
}
