import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import webPush, { type RequestOptions } from 'web-push'
import { siteOf } from '#features/accounts/server/mails/letter.service.ts'
import { post, TIMEOUT_MS } from '#server/guarded-post.ts'
import { tag } from '#server/tags.ts'
import { DAY_MS, MINUTE_MS } from '#shared/durations.ts'
import { nextAttempt } from '#shared/next-attempt.ts'
import { quietUntil, readDelivery } from '../../delivery.rules.ts'
import type { PushPayload } from '../../push.rules.ts'
import { requestOf } from '../channels/channel-messages.ts'
import { storeState } from '../channels/channels.queries.ts'
import type { NotificationsDeps } from '../notifications.service.ts'
import { composePush } from './compose-push.ts'
import * as queries from './push.queries.ts'
import { pushKeys } from './push-keys.ts'

/** The job that sends what is due. It runs every minute, and at once when something is new. */
export const PUSH_JOB = 'send-pushes'

/** Pushes that are sent at the same time: by a node, to one push service, to one member, and to one of the member's browsers. */
const AT_ONCE = 20
const AT_ONCE_OF_HOST = 10
const AT_ONCE_OF_MEMBER = 4
const AT_ONCE_OF_BROWSER = 1
/** A claim takes a few, so that no host takes all places at once. */
const CLAIMED_AT_ONCE = 5
/** Pushes that are due while others are under way are looked for this often, so that a service that is slow holds up no other. */
const LOOK_MS = 500
/** A node that ended in the midst of a push leaves it to another one after this time. */
const CLAIMED_MS = 6 * TIMEOUT_MS
/** A push service keeps a push for a device that is off for so long. What waits here longer is not sent any more. */
const KEPT_MS = DAY_MS

/** Sends the pushes that are due, a few at a time, until none is. Several nodes share the work. */
export async function sendDuePushes(deps: NotificationsDeps): Promise<void> {
  const underWay = new Map<queries.DuePush, Promise<void>>()
  const failures: unknown[] = []
  // A look that finds nothing reads all that waits for busy hosts, so it is not repeated at each end of a push.
  let empty = { busy: '', at: Number.NEGATIVE_INFINITY }
  for (;;) {
    if (failures.length > 0) throw failures[0]
    const before = [...underWay.values()]
    const busy = busyOf([...underWay.keys()])
    const isKnown = before.length > 0 && empty.busy === JSON.stringify(busy) && performance.now() - empty.at < LOOK_MS
    const most = isKnown ? 0 : Math.min(CLAIMED_AT_ONCE, AT_ONCE - before.length)
    const claimed = claimedUntil(deps)
    const due = most > 0 ? await queries.claimDue(deps.db, { now: deps.clock(), until: claimed, most, ...busy }) : []
    for (const push of due) {
      const sent = send(deps, push, claimed)
        .catch((error: unknown) => void failures.push(error))
        .finally(() => underWay.delete(push))
      underWay.set(push, sent)
    }
    if (due.length > 0) continue
    // Pushes that ended during the claim free places for others of their host, member or browser.
    if (before.length === 0) return
    if (most > 0) empty = { busy: JSON.stringify(busy), at: performance.now() }
    await Promise.race([...before, sleep(LOOK_MS, undefined, { ref: false })])
  }
}

const claimedUntil = ({ clock }: NotificationsDeps) => new Date(clock().getTime() + CLAIMED_MS)

/** Returns the hosts, the members and the browsers that have as many pushes under way as they may. */
function busyOf(underWay: readonly queries.DuePush[]) {
  const busy = (most: number, keyOf: (push: queries.DuePush) => string) =>
    [...Map.groupBy(underWay, keyOf)].flatMap(([key, pushes]) => (pushes.length >= most ? key : [])).toSorted()
  return {
    busyHosts: busy(AT_ONCE_OF_HOST, ({ endpoint }) => new URL(endpoint).host),
    busyMembers: busy(AT_ONCE_OF_MEMBER, ({ user_id }) => user_id),
    busyBrowsers: busy(AT_ONCE_OF_BROWSER, ({ subscription_id }) => subscription_id),
  }
}

async function send(deps: NotificationsDeps, push: queries.DuePush, claimed: Date): Promise<void> {
  const { db, clock } = deps
  const { settings } = push
  const mine = { ...push, claimed }
  const { timezone } = (settings ?? {}) as { timezone?: string }
  const quiet = quietUntil(readDelivery(settings, []).quiet, timezone ?? null, clock())
  if (quiet) return queries.postponeDelivery(db, mine, { next_attempt_at: quiet, attempts: push.attempts - 1 })
  const about = { to: push.user_id, id: push.notification_id, settings, isShort: push.is_short }
  const payload = await composePush(deps, about)
  if (payload === null) return queries.deleteDelivery(db, mine)
  if (push.channel !== null) return sendToChannel(deps, { ...mine, channel: push.channel }, payload)
  const request = encrypted(deps, push, payload)
  if (request === null) return queries.deleteGone(db, push.subscription_id)
  return store(deps, mine, await post(push.endpoint, request))
}

async function sendToChannel(
  deps: NotificationsDeps,
  push: queries.DuePush & { claimed: Date; channel: string },
  { title, body, href }: PushPayload,
): Promise<void> {
  const { config } = deps
  const message = { site: config.productName, sentence: title, text: body ?? null, url: siteOf(config) + href }
  const { address, ...request } = requestOf(push, message)
  const result = await post(address, { ...request, allowed: config.webhookPrivateAddresses })
  const { status, failure } = result
  await storeState(deps.db, push.subscription_id, { paused_at: null, last_status: status, last_failure: failure })
  return store(deps, push, result)
}

/** What a browser that is gone, or that no longer accepts our keys, has its push service answer, and a channel its server. */
const GONE = [400, 403, 404, 410]

/**
 * Stores the result. A browser that did not answer for a day is as gone as one of which its push service says so. A channel is
 * paused then: its member has typed an address and sees why.
 */
async function store(
  { db, clock }: NotificationsDeps,
  push: queries.DuePush & { claimed: Date },
  { status, failure, retryAfter }: Awaited<ReturnType<typeof post>>,
): Promise<void> {
  if (failure === null) return queries.deleteDelivery(db, push)
  const end = () =>
    push.channel === null
      ? queries.deleteGone(db, push.subscription_id)
      : storeState(db, push.subscription_id, { paused_at: clock(), last_status: status, last_failure: failure })
  if (GONE.includes(status ?? 0)) return end()
  if (status === 413) {
    if (push.is_short) return queries.deleteDelivery(db, push)
    return queries.postponeDelivery(db, push, { next_attempt_at: clock(), attempts: push.attempts, is_short: true })
  }
  const next = nextAttempt(push.attempts, clock())
  if (next === null) return end()
  const asked = status === 429 || status === 503 ? askedFor(retryAfter, clock()) : null
  const later = asked && asked > next ? asked : next
  await queries.postponeDelivery(db, push, { next_attempt_at: later, attempts: push.attempts })
  if (asked) await queries.postponeBrowser(db, push.subscription_id, later)
}

/** Reads the header Retry-After, in seconds or as a date; between a minute and a day from now. */
function askedFor(header: string | undefined, now: Date): Date {
  const seconds = Number(header)
  const at = Number.isFinite(seconds) ? now.getTime() + seconds * 1000 : Date.parse(header ?? '')
  const wait = Number.isNaN(at) ? 0 : at - now.getTime()
  return new Date(now.getTime() + Math.min(DAY_MS, Math.max(MINUTE_MS, wait)))
}

/** Returns the request that only this browser can read; null if its key is not one. */
function encrypted({ config }: NotificationsDeps, push: queries.DuePush, payload: PushPayload) {
  const { endpoint, p256dh, auth } = push
  if (p256dh === null || auth === null) return null
  const site = siteOf(config)
  const options: RequestOptions = {
    // By it the people of a push service reach the operator.
    vapidDetails: { subject: site.startsWith('https:') ? site : 'mailto:operator@localhost', ...pushKeys(config) },
    contentEncoding: 'aes128gcm',
    TTL: KEPT_MS / 1000,
    urgency: 'normal',
    // A device that was off gets the last push of each tag.
    topic: createHash('sha256').update(payload.tag).digest('base64url').slice(0, 32),
  }
  try {
    const request = webPush.generateRequestDetails(
      { endpoint, keys: { p256dh, auth } },
      JSON.stringify(payload),
      options,
    )
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
    return { body: request.body as Buffer, headers, allowed: config.webhookPrivateAddresses }
  } catch {
    return null
  }
}

/** Deletes what waited too long, such as that of disabled members. */
export const deleteOldPushes = ({ db, clock }: NotificationsDeps): Promise<void> =>
  queries.deleteDeliveriesBefore(db, new Date(clock().getTime() - 2 * KEPT_MS))

/** Wakes the job on each node when something waits to be pushed. What a gap in the feed hides waits for the next minute. */
export async function wakeOnPushes({ changes, queue, db, log }: NotificationsDeps): Promise<void> {
  changes.subscribe((tags) => {
    if (tags?.includes(tag.pushes))
      queue
        .send(db, PUSH_JOB, {})
        .catch((error: unknown) => log.warn({ err: error }, 'pushes wait for the next minute'))
  })
}
