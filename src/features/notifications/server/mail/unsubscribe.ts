import { createHmac, timingSafeEqual } from 'node:crypto'
import { siteOf } from '#features/accounts/server/mails/letter.service.ts'
import type { Config } from '#server/config.ts'
import type { Addresses } from '#server/feature.ts'
import { plainPage } from '#server/plain-page.ts'
import { readForm } from '#server/request-body.ts'
import { escaped } from '#server/xml.ts'
import type { UserId } from '#shared/ids.ts'
import { Refusal } from '#shared/refusal.ts'
import { UNSUBSCRIBE_TEXTS } from '../../mail.texts.ts'
import { changeDelivery } from '../delivery/delivery.service.ts'
import type { NotificationsDeps } from '../notifications.service.ts'

/** A digest, or what is mailed soon after it came. */
export type MailKind = 'digest' | 'soon'

const PATH = '/mail/unsubscribe'
const MAX_FORM_BYTES = 1000

/** Proves that a link comes from a mail to this member. It ends with the secret. */
const tokenOf = (secret: string, member: string, kind: MailKind): string =>
  createHmac('sha256', secret).update(`unsubscribe\n${kind}\n${member}`).digest('base64url')

/** Returns the address that ends these mails, also for who is signed out, and for a mail program (RFC 8058). */
export function unsubscribeUrl(config: Config, member: UserId, kind: MailKind): string {
  const query = new URLSearchParams({ member, kind, token: tokenOf(config.secret, member, kind) })
  return `${siteOf(config)}${PATH}?${query}`
}

function readLink(
  { config }: NotificationsDeps,
  { member = '', kind = '', token = '' }: Record<string, string>,
): { member: UserId; kind: MailKind } | null {
  if (kind !== 'digest' && kind !== 'soon') return null
  const [given, right] = [token, tokenOf(config.secret, member, kind)].map((text) => Buffer.from(text))
  const isRight = given?.length === right?.length && timingSafeEqual(given as Buffer, right as Buffer)
  return isRight ? { member: member as UserId, kind } : null
}

/** Serves the link of a mail: asks with a button, because scanners open links, and unsubscribes by a POST of anybody who has it. */
export function unsubscribeAddresses(deps: NotificationsDeps): Addresses {
  const page = (title: string, body: string, status: 200 | 400) =>
    new Response(plainPage({ title: `${title} · ${deps.config.productName}`, body: `<h1>${title}</h1>${body}` }), {
      status,
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex',
      },
    })
  const settings = `<p><a href="/settings/notifications">${UNSUBSCRIBE_TEXTS.settings}</a></p>`
  const wrong = () => page(UNSUBSCRIBE_TEXTS.wrongTitle, `<p>${UNSUBSCRIBE_TEXTS.wrong}</p>${settings}`, 400)
  return (app) => {
    app.get(PATH, (c) => {
      const link = readLink(deps, c.req.query())
      if (link === null) return wrong()
      const action = escaped(`${PATH}?${new URLSearchParams(c.req.query())}`)
      const form = `<form method="post" action="${action}"><button>${UNSUBSCRIBE_TEXTS.button}</button></form>`
      return page(UNSUBSCRIBE_TEXTS[link.kind].question, `<p>${UNSUBSCRIBE_TEXTS.nothingYet}</p>${form}`, 200)
    })
    app.post(PATH, async (c) => {
      const link = readLink(deps, c.req.query())
      await readForm(c.req.raw, MAX_FORM_BYTES)
      if (link === null) return wrong()
      const change = link.kind === 'digest' ? { digest: 'off' } : { mails_soon: false }
      // An account that is gone gets no mails any more.
      await changeDelivery(deps, { id: link.member }, change).catch((error: unknown) => {
        if (!(error instanceof Refusal)) throw error
      })
      return page(UNSUBSCRIBE_TEXTS[link.kind].done, `<p>${UNSUBSCRIBE_TEXTS.again}</p>${settings}`, 200)
    })
  }
}
