import * as z from 'zod/mini'
import { WEBHOOK_EVENTS, WEBHOOK_URL_LENGTH } from './webhooks.rules.ts'
import { WEBHOOK_TEXTS } from './webhooks.texts.ts'

const url = z
  .string(WEBHOOK_TEXTS.urlWrong)
  .check(
    z.trim(),
    z.refine(isAddress, { error: WEBHOOK_TEXTS.urlWrong, abort: true }),
    z.overwrite(usualAddress),
    z.maxLength(WEBHOOK_URL_LENGTH, WEBHOOK_TEXTS.urlWrong),
  )

/** The fields of a webhook's form. */
export const WebhookDraft = z.object({
  url,
  events: z.pipe(
    z
      .array(z.enum(WEBHOOK_EVENTS), WEBHOOK_TEXTS.eventRequired)
      .check(z.minLength(1, WEBHOOK_TEXTS.eventRequired), z.maxLength(WEBHOOK_EVENTS.length)),
    z.transform((given) => WEBHOOK_EVENTS.filter((event) => given.includes(event))),
  ),
})
export type WebhookDraft = z.infer<typeof WebhookDraft>

function isAddress(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, username, password } = new URL(text)
  return ['https:', 'http:'].includes(protocol) && username === '' && password === ''
}

/** Returns the one notation of an address: host in lower case and ASCII, no default port, no dot segments, no fragment. */
function usualAddress(text: string): string {
  if (!isAddress(text)) return text
  const url = new URL(text)
  url.hash = ''
  return url.href
}
