import { MINUTE_MS } from '#shared/durations.ts'

/** Which notifications leave the site, and when. Pure, for server and browser. */

/** The hours in which nothing is pushed, as 'HH:MM' in the member's time zone; `until` may be on the next day. */
interface QuietHours {
  from: string
  until: string
}

/** How a member's notifications are delivered. The switches of `Switches` come first: what is off there is not written at all. */
export interface Delivery {
  /** The types that are pushed, to browsers that the member has turned on. */
  push: Record<string, boolean>
  quiet: QuietHours | null
  /** Pushes show the text of private messages. */
  shows_messages: boolean
  /** The types that are mailed. */
  mail: Record<string, boolean>
  /** How often a mail names what the member has missed. */
  digest: Digest
  /** What waits for the member's answer (`isDirect`) is mailed soon, instead of in the digest. */
  mails_soon: boolean
}

export const DIGESTS = ['off', 'daily', 'weekly'] as const
export type Digest = (typeof DIGESTS)[number]

/** Minutes in which the member may still read here what is mailed soon. */
export const SOON_MINUTES = 5

/** The devices of a member; one more takes the place of the oldest. */
export const MAX_DEVICES = 20

const isOn = (switches: unknown, type: string): boolean => ((switches ?? {}) as Record<string, unknown>)[type] !== false

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/
export const isTimeOfDay = (text: string): boolean => TIME.test(text)

/** Reads how the member wants these types delivered from `profiles.settings`, whatever it contains. */
export function readDelivery(settings: unknown, types: readonly string[]): Delivery {
  const stored = ((settings ?? {}) as { delivery?: unknown }).delivery
  const { push, quiet, shows_messages, mail, digest, mails_soon } = (stored ?? {}) as Record<string, unknown>
  const switchesOf = (way: unknown) => Object.fromEntries(types.map((type) => [type, isOn(way, type)]))
  return {
    push: switchesOf(push),
    quiet: readQuiet(quiet),
    shows_messages: shows_messages === true,
    mail: switchesOf(mail),
    digest: DIGESTS.find((each) => each === digest) ?? 'off',
    mails_soon: mails_soon === true,
  }
}

function readQuiet(stored: unknown): QuietHours | null {
  const { from, until } = (stored ?? {}) as Record<string, unknown>
  const areTimes = typeof from === 'string' && typeof until === 'string' && isTimeOfDay(from) && isTimeOfDay(until)
  return areTimes ? { from, until } : null
}

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
const DAY_MINUTES = 24 * 60

/** Returns when the quiet hours end that `now` is in; null outside of them. The same time twice is no time at all. */
export function quietUntil(quiet: QuietHours | null, zone: string | null, now: Date): Date | null {
  if (quiet === null) return null
  const clock = now.toLocaleTimeString('en-GB', { timeZone: zone ?? 'UTC', hour: '2-digit', minute: '2-digit' })
  const since = (time: string) => (minutesOf(clock) - minutesOf(time) + DAY_MINUTES) % DAY_MINUTES
  const length = (minutesOf(quiet.until) - minutesOf(quiet.from) + DAY_MINUTES) % DAY_MINUTES
  const left = length - since(quiet.from)
  if (left <= 0) return null
  return new Date(Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS + left * MINUTE_MS)
}

const QUARTER_MS = 15 * MINUTE_MS
const DIGEST_TIME = '08:00'

/** Returns when the next digest is due: at eight in the member's time zone, weekly ones on Mondays; null without digests. */
export function nextDigest(digest: Digest, zone: string | null, now: Date): Date | null {
  if (digest === 'off') return null
  const clock = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone ?? 'UTC',
    weekday: 'long',
    hour: '2-digit',
    minute: '2-digit',
  })
  // Every time zone is some quarters of an hour away from UTC.
  for (let at = (Math.floor(now.getTime() / QUARTER_MS) + 1) * QUARTER_MS; ; at += QUARTER_MS) {
    const parts = Object.fromEntries(clock.formatToParts(at).map(({ type, value }) => [type, value]))
    const isDay = digest === 'daily' || parts.weekday === 'Monday'
    if (isDay && `${parts.hour}:${parts.minute}` === DIGEST_TIME) return new Date(at)
  }
}
