import * as z from 'zod/mini'
import { inTransaction } from '#db/transaction.ts'
import type { AccountsDeps } from '#features/accounts/server/accounts.service.ts'
import { type MailContent, sendLetter, siteOf } from '#features/accounts/server/mails/letter.service.ts'
import type { UserId } from '#shared/ids.ts'
import { nextDigest, readDelivery } from '../../delivery.rules.ts'
import { MAIL_TEXTS } from '../../mail.texts.ts'
import { soonTypes } from '../delivery/delivery.service.ts'
import { lineWords } from '../delivery/line-words.ts'
import * as queries from '../delivery/mail-schedules.queries.ts'
import { listUnreadLines, type NotificationsDeps } from '../notifications.service.ts'
import { type MailKind, unsubscribeUrl } from './unsubscribe.ts'

export interface MailingDeps extends NotificationsDeps {
  accounts: Pick<AccountsDeps, 'mailer'>
}

/** The job that sends one mail to one member. */
export const NOTIFICATION_MAIL_JOB = 'send-notification-mail'

/** A mail to `to` of what came in this time and is unread when it is sent. */
const MailRequest = z.object({
  to: z.string(),
  kind: z.enum(['digest', 'soon']),
  since: z.iso.datetime(),
  until: z.iso.datetime(),
})
type MailRequest = z.infer<typeof MailRequest>

/** Members per transaction. */
const PLANNED_AT_ONCE = 100
/** A mail names the latest; the rest are a click away. */
const MAX_LINES = 20

/** Queues the mails that are due, and plans the next ones in the same transaction, so each is queued once by one of the nodes. */
export async function queueDueMails(deps: MailingDeps): Promise<void> {
  if (deps.config.smtp === null) return
  while ((await queueSome(deps)) === PLANNED_AT_ONCE);
}

const queueSome = (deps: MailingDeps): Promise<number> =>
  inTransaction(deps, async ({ db, clock, queue }) => {
    const now = clock()
    const due = await queries.lockDue(db, now, PLANNED_AT_ONCE)
    const next = due.map((row) => {
      const { timezone = null } = (row.settings ?? {}) as { timezone?: string }
      return { ...row, digestAt: nextDigest(readDelivery(row.settings, []).digest, timezone, now) }
    })
    await queries.storeNext(db, next, now)
    const request = (to: UserId, kind: MailKind, since: Date): Promise<void> =>
      queue.send(db, NOTIFICATION_MAIL_JOB, {
        to,
        kind,
        since: since.toISOString(),
        until: now.toISOString(),
      } satisfies MailRequest)
    for (const { user_id, is_digest, is_soon, digest_since, soon_since } of due) {
      if (is_digest) await request(user_id, 'digest', digest_since)
      if (is_soon) await request(user_id, 'soon', soon_since)
    }
    return due.length
  })

/**
 * Sends what came in the time of the request and is still unread; nothing if all was read, if the member no longer wants it, or if
 * the address is not confirmed. Throws when the job should be retried.
 */
export async function sendNotificationMail(deps: MailingDeps, data: unknown): Promise<void> {
  const { to, kind, since, until } = z.parse(MailRequest, data)
  const recipient = await queries.findRecipient(deps.db, to)
  if (!recipient) return
  const types = typesOf(deps, recipient.settings, kind)
  if (types.length === 0) return
  const came = { since: new Date(since), until: new Date(until), types }
  const member = to as UserId
  const lines = await listUnreadLines(deps, member, { ...came, most: MAX_LINES + 1 })
  const words = lines.flatMap((line) => lineWords(deps, line) ?? [])
  if (words.length === 0) return
  const unsubscribe = unsubscribeUrl(deps.config, member, kind)
  const content = contentOf(deps, kind, words, unsubscribe)
  await sendLetter({ config: deps.config, mailer: deps.accounts.mailer }, recipient.email, content, unsubscribe)
}

function typesOf(deps: NotificationsDeps, settings: unknown, kind: MailKind): string[] {
  const delivery = readDelivery(
    settings,
    deps.notificationKinds.map(({ type }) => type),
  )
  const soon = soonTypes(deps, delivery)
  if (kind === 'soon') return soon
  const wanted = Object.entries(delivery.mail).flatMap(([type, isOn]) => (isOn && !soon.includes(type) ? type : []))
  return delivery.digest === 'off' ? [] : wanted
}

/** Controls have no place in a subject. */
const oneLine = (text: string) => text.replaceAll(/\p{Cc}+/gu, ' ')

function contentOf(
  { config }: NotificationsDeps,
  kind: MailKind,
  words: readonly { sentence: string; href: string }[],
  unsubscribe: string,
): MailContent {
  const home = siteOf(config)
  const shown = words.slice(0, MAX_LINES)
  const first = oneLine(shown[0]?.sentence ?? '')
  const isOne = words.length === 1
  const heading = isOne
    ? first
    : words.length > MAX_LINES
      ? MAIL_TEXTS.headingOfMany(MAX_LINES)
      : MAIL_TEXTS.heading(words.length)
  return {
    subject: MAIL_TEXTS.subject(heading, config.productName),
    preheader: isOne ? MAIL_TEXTS.all : MAIL_TEXTS.preheaderOfMany(first),
    heading,
    paragraphs: [],
    lines: shown.map(({ sentence, href }) => ({ label: sentence, url: `${home}${href}` })),
    action: { label: MAIL_TEXTS.all, url: `${home}/notifications` },
    footnote: MAIL_TEXTS.footnote[kind],
    footnoteLinks: [
      { label: MAIL_TEXTS.stop[kind], url: unsubscribe },
      { label: MAIL_TEXTS.settings, url: `${home}/settings/notifications#mail` },
    ],
  }
}
