import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { UserId } from '#shared/ids.ts'
import { MAX_DEVICES } from '../../delivery.rules.ts'

export async function listEndpoints(db: Db, userId: UserId): Promise<string[]> {
  const rows = await db
    .selectFrom('push_subscriptions')
    .where('user_id', '=', userId)
    .where('channel', 'is', null)
    .select('endpoint')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(({ endpoint }) => endpoint)
}

/**
 * Stores a browser of the member, or its new keys, for as long as the session lasts. The browser is no longer one of another
 * member, who was signed in there before. Deletes the member's oldest browsers beyond the largest number.
 */
export async function upsertSubscription(
  db: Db,
  userId: UserId,
  token: string,
  subscription: { endpoint: string; p256dh: string; auth: string },
  at: Date,
): Promise<void> {
  const { endpoint, p256dh, auth } = subscription
  await sql`
    with others as (
      delete from push_subscriptions where endpoint = ${endpoint} and user_id <> ${userId} and channel is null
    ), stored as (
      insert into push_subscriptions (user_id, session_id, endpoint, p256dh, auth, created_at)
      select "userId", id, ${endpoint}, ${p256dh}, ${auth}, ${at} from session where token = ${token} and "userId" = ${userId}
      on conflict (user_id, endpoint) do update
        set session_id = excluded.session_id, p256dh = excluded.p256dh, auth = excluded.auth, created_at = excluded.created_at
    )
    delete from push_subscriptions where id = any(array(
      select id from push_subscriptions where user_id = ${userId} and endpoint <> ${endpoint} and channel is null
      order by created_at desc, id desc offset ${MAX_DEVICES - 1}
    ))`.execute(db)
}

export async function deleteSubscription(db: Db, userId: UserId, endpoint: string): Promise<void> {
  await db
    .deleteFrom('push_subscriptions')
    .where('user_id', '=', userId)
    .where('endpoint', '=', endpoint)
    .where('channel', 'is', null)
    .execute()
}

/** The browser is gone. Its deliveries go with it. */
export async function deleteGone(db: Db, subscriptionId: string): Promise<void> {
  await db.deleteFrom('push_subscriptions').where('id', '=', subscriptionId).execute()
}

export interface DuePush {
  subscription_id: string
  notification_id: string
  attempts: number
  is_short: boolean
  user_id: UserId
  endpoint: string
  /** Null for a browser, whose keys are the next two. */
  channel: string | null
  p256dh: string | null
  auth: string | null
  /** What the server of a channel asks for. */
  token: string | null
  settings: unknown
}

interface Claim {
  now: Date
  until: Date
  most: number
  /** Hosts, members and browsers that have enough pushes under way. */
  busyHosts: readonly string[]
  busyMembers: readonly string[]
  busyBrowsers: readonly string[]
}

/** Claims pushes that are due, the oldest first: counts the attempt, and lets no other node take them until `until`. */
export async function claimDue(
  db: Db,
  { now, until, most, busyHosts, busyMembers, busyBrowsers }: Claim,
): Promise<DuePush[]> {
  const { rows } = await sql<DuePush>`
    with due as (
      select push.subscription_id, push.notification_id, browser.user_id, endpoint, channel, p256dh, auth, token,
        member.settings
      from push_deliveries push
      join push_subscriptions browser on browser.id = push.subscription_id
      join profiles member on member.id = browser.user_id
      where next_attempt_at <= ${now} and member.disabled_at is null
        and split_part(endpoint, '/', 3) <> all(${[...busyHosts]}::text[])
        and browser.user_id <> all(${[...busyMembers]}::uuid[])
        and browser.id <> all(${[...busyBrowsers]}::uuid[])
      order by next_attempt_at, push.subscription_id, push.notification_id
      limit ${most}
      for update of push skip locked
    )
    update push_deliveries push
    set attempts = attempts + 1, next_attempt_at = ${until}
    from due
    where push.subscription_id = due.subscription_id and push.notification_id = due.notification_id
    returning push.subscription_id, push.notification_id, attempts, is_short, user_id, endpoint, channel, p256dh, auth, token,
      settings`.execute(db)
  return rows
}

type Key = Pick<DuePush, 'subscription_id' | 'notification_id'>

/** It was sent, or has nothing to say any more. One that became due again meanwhile stays. */
export async function deleteDelivery(
  db: Db,
  { subscription_id, notification_id, claimed }: Key & { claimed: Date },
): Promise<void> {
  await db
    .deleteFrom('push_deliveries')
    .where('subscription_id', '=', subscription_id)
    .where('notification_id', '=', notification_id)
    .where('next_attempt_at', '=', claimed)
    .execute()
}

/** Sends it again later; `attempts` counts those that failed. */
export async function postponeDelivery(
  db: Db,
  { subscription_id, notification_id, claimed }: Key & { claimed: Date },
  change: { next_attempt_at: Date; attempts: number; is_short?: boolean },
): Promise<void> {
  await db
    .updateTable('push_deliveries')
    .set(change)
    .where('subscription_id', '=', subscription_id)
    .where('notification_id', '=', notification_id)
    .where('next_attempt_at', '=', claimed)
    .execute()
}

/** Lets everything of a browser wait, as its push service has asked. */
export async function postponeBrowser(db: Db, subscriptionId: string, until: Date): Promise<void> {
  await db
    .updateTable('push_deliveries')
    .set({ next_attempt_at: until })
    .where('subscription_id', '=', subscriptionId)
    .where('next_attempt_at', '<', until)
    .execute()
}

export async function deleteDeliveriesBefore(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('push_deliveries').where('created_at', '<', before).execute()
}
