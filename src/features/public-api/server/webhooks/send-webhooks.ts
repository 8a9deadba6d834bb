import { post, TIMEOUT_MS } from '#server/guarded-post.ts'
import { nextAttempt } from '#shared/next-attempt.ts'
import { signedHeaders } from './signature.ts'
import { BEFORE_ALL, claimDue, type DueDelivery, setPaused, storeResult } from './webhooks.queries.ts'
import type { WebhooksDeps } from './webhooks.service.ts'

/** The job that sends what is due. It runs every minute, and at once for what a member waits for. */
export const SEND_JOB = 'send-webhooks'

/** Deliveries that are sent at the same time, of all members and of one of them. */
const AT_ONCE = 20
const AT_ONCE_OF_MEMBER = 4
/** A node that ended in the midst of a delivery leaves it to another one after this time. */
const CLAIMED_MS = 6 * TIMEOUT_MS

/**
 * Sends the deliveries that are due, a few at a time, until none is. Several nodes share the work. The webhooks take turns, so who
 * has thousands of deliveries, or a receiver that answers slowly, does not delay those of other members.
 */
export async function sendDue(deps: WebhooksDeps): Promise<void> {
  const underWay = new Map<object, { userId: string; sent: Promise<void> }>()
  const failures: unknown[] = []
  /** The webhook whose turn was last. */
  let last = BEFORE_ALL
  for (;;) {
    if (failures.length > 0) throw failures[0]
    const before = [...underWay.values()]
    const mayClaim = before.length < AT_ONCE
    const due = mayClaim ? await claim(deps, before, last) : []
    for (const delivery of due) {
      const sent = send(deps, delivery)
        .catch((error: unknown) => void failures.push(error))
        .finally(() => underWay.delete(delivery))
      underWay.set(delivery, { userId: delivery.user_id, sent })
    }
    // One claim takes only a few deliveries of each member, so more may be due: of the next webhooks, then of the first.
    if (due.length > 0 || (mayClaim && last !== BEFORE_ALL)) {
      last = due.map(({ webhook_id }) => webhook_id).reduce((one, other) => (one > other ? one : other), BEFORE_ALL)
      continue
    }
    // Deliveries that ended during the claim free slots for others of their members.
    if (before.length === 0) return
    await Promise.race(before.map(({ sent }) => sent))
  }
}

function claim(
  { db, clock }: WebhooksDeps,
  underWay: readonly { userId: string }[],
  after: string,
): Promise<DueDelivery[]> {
  const now = clock()
  return claimDue(db, {
    now,
    until: new Date(now.getTime() + CLAIMED_MS),
    after,
    most: AT_ONCE - underWay.length,
    mostOfMember: AT_ONCE_OF_MEMBER,
    underWay: underWay.map(({ userId }) => userId),
  })
}

/** Sends a delivery and stores the result. The last failed attempt pauses the webhook, and so does 410 Gone. */
async function send(deps: WebhooksDeps, delivery: DueDelivery): Promise<void> {
  const { id, type, subject_id, created_at, attempts, url, secret } = delivery
  const at = deps.clock()
  const data = subject_id === null ? {} : { id: subject_id }
  const body = JSON.stringify({ type, timestamp: created_at.toISOString(), data })
  const headers = {
    ...signedHeaders(secret, { id, body, at }),
    'content-type': 'application/json',
    'user-agent': 'Savepoint',
  }
  const { status, failure } = await post(url, { body, headers, allowed: deps.config.webhookPrivateAddresses })
  const isOver = status === 410 || type === 'ping'
  const nextAttemptAt = failure === null || isOver ? null : nextAttempt(attempts, deps.clock())
  await storeResult(deps.db, id, { status, failure, nextAttemptAt, deliveredAt: failure === null ? at : null })
  if (failure !== null && nextAttemptAt === null && type !== 'ping') await setPaused(deps.db, delivery.webhook_id, at)
}
