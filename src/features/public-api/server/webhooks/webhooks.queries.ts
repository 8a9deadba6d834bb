import { type RawBuilder, type Selectable, sql } from 'kysely'
import { compiledOnce } from '#db/compiled.ts'
import type { Db, Tables } from '#db/db.ts'
import type { DeliveryId, UserId, WebhookId } from '#shared/ids.ts'
import type { Failure } from '#shared/post-failures.texts.ts'
import { DELIVERIES_SHOWN, type DeliveryType, type WebhookEvent } from '../../webhooks.rules.ts'

export type WebhookRow = Pick<Selectable<Tables['webhooks']>, 'id' | 'url' | 'events' | 'created_at' | 'paused_at'>
export type DeliveryRow = Omit<Selectable<Tables['webhook_deliveries']>, 'subject_id'>

const WEBHOOK = ['id', 'url', 'events', 'created_at', 'paused_at'] as const
const DELIVERY = [
  'id',
  'webhook_id',
  'type',
  'created_at',
  'attempts',
  'next_attempt_at',
  'last_attempt_at',
  'delivered_at',
  'last_status',
  'last_failure',
] as const

export function listWebhooks(db: Db, userId: UserId): Promise<WebhookRow[]> {
  return db
    .selectFrom('webhooks')
    .where('user_id', '=', userId)
    .select(WEBHOOK)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** Returns the newest delivery of each of these webhooks. */
export async function listLatest(db: Db, ids: readonly string[]): Promise<DeliveryRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<DeliveryRow>`
    select latest.*
    from unnest(${[...ids]}::uuid[]) as wanted (id)
    cross join lateral (
      select ${sql.join(DELIVERY.map((name) => sql.ref(name)))} from webhook_deliveries
      where webhook_id = wanted.id order by id desc limit 1
    ) latest`.execute(db)
  return rows
}

/** Locks the member until the transaction ends, so that simultaneous creations count each other. */
export async function lockAndCount(db: Db, userId: UserId): Promise<number> {
  await db.selectFrom('profiles').where('id', '=', userId).select('id').forUpdate().execute()
  return (await listWebhooks(db, userId)).length
}

export function insertWebhook(
  db: Db,
  webhook: { user_id: UserId; url: string; events: WebhookEvent[]; secret: Buffer; created_at: Date },
): Promise<WebhookRow> {
  return db.insertInto('webhooks').values(webhook).returning(WEBHOOK).executeTakeFirstOrThrow()
}

export function findWebhook(
  db: Db,
  userId: UserId,
  id: WebhookId,
  lock?: 'for update',
): Promise<WebhookRow | undefined> {
  const query = db.selectFrom('webhooks').where('id', '=', id).where('user_id', '=', userId).select(WEBHOOK)
  return (lock ? query.forUpdate() : query).executeTakeFirst()
}

export async function findSecret(db: Db, userId: UserId, id: WebhookId): Promise<Buffer | undefined> {
  const query = db.selectFrom('webhooks').where('id', '=', id).where('user_id', '=', userId).select('secret')
  return (await query.executeTakeFirst())?.secret
}

export function updateWebhook(
  db: Db,
  id: WebhookId,
  { url, events }: { url: string; events: WebhookEvent[] },
): Promise<WebhookRow> {
  return db
    .updateTable('webhooks')
    .set({ url, events })
    .where('id', '=', id)
    .returning(WEBHOOK)
    .executeTakeFirstOrThrow()
}

export async function deleteWebhook(db: Db, userId: UserId, id: WebhookId): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('webhooks')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function setPaused(db: Db, id: string, paused_at: Date | null): Promise<void> {
  await db.updateTable('webhooks').set({ paused_at }).where('id', '=', id).execute()
}

interface Changes {
  userIds: readonly UserId[]
  type: WebhookEvent
  subjectIds: readonly (string | null)[]
  at: Date
}

/**
 * Queues deliveries of changes for each webhook of these members that wants the event and is not paused. A change of something
 * whose last change has not been sent yet adds none.
 */
export const insertDeliveries = compiledOnce<Changes>(
  (value) => sql`
    insert into webhook_deliveries (webhook_id, type, subject_id, created_at, next_attempt_at)
    select id, ${value('type')}, changed.subject_id, ${value('at')}, ${value('at')}
    from webhooks cross join unnest(${value('subjectIds')}::uuid[]) as changed (subject_id)
    where user_id = any(${value('userIds')}::uuid[]) and paused_at is null and ${value('type')} = any(events)
    on conflict do nothing`,
)

export function insertPing(db: Db, webhook_id: string, at: Date): Promise<DeliveryRow> {
  return db
    .insertInto('webhook_deliveries')
    .values({ webhook_id, type: 'ping', created_at: at, next_attempt_at: at })
    .returning(DELIVERY)
    .executeTakeFirstOrThrow()
}

export function listDeliveries(db: Db, webhookId: WebhookId): Promise<DeliveryRow[]> {
  return db
    .selectFrom('webhook_deliveries')
    .where('webhook_id', '=', webhookId)
    .select(DELIVERY)
    .orderBy('id', 'desc')
    .limit(DELIVERIES_SHOWN)
    .execute()
}

/** Makes a delivery due again, with the pauses of a new one. */
export function resetDelivery(
  db: Db,
  webhookId: WebhookId,
  id: DeliveryId,
  at: Date,
): Promise<DeliveryRow | undefined> {
  return db
    .updateTable('webhook_deliveries')
    .set({ attempts: 1, next_attempt_at: at, delivered_at: null })
    .where('id', '=', id)
    .where('webhook_id', '=', webhookId)
    .returning(DELIVERY)
    .executeTakeFirst()
}

export interface DueDelivery {
  id: string
  webhook_id: string
  type: DeliveryType
  subject_id: string | null
  created_at: Date
  attempts: number
  /** The member of the webhook. */
  user_id: string
  url: string
  secret: Buffer
}

/** A claim looks at this many deliveries: one member may have thousands. */
const CONSIDERED = 100

/** The id before all webhooks. */
export const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'

interface Claim {
  now: Date
  until: Date
  /** The claim looks at webhooks with greater ids. */
  after: string
  /** The most deliveries. */
  most: number
  /** The most that are sent at once of one member, with those that are being sent now. */
  mostOfMember: number
  /** The member of each delivery that is being sent now. */
  underWay: readonly string[]
}

/**
 * Claims deliveries that are due, of one webhook after the other, and of each the oldest first: counts the attempt, and lets no
 * other node take them until `until`. Those of disabled members and of paused webhooks wait, except a test. The claim jumps
 * from queue to queue, one for each type of each webhook, so deliveries that wait behind others of their queue cost nothing.
 */
export async function claimDue(db: Db, claim: Claim): Promise<DueDelivery[]> {
  const { now, until, after, most, mostOfMember, underWay } = claim
  const sending = sql`select user_id, count(*) as calls from unnest(${underWay}::uuid[]) as one(user_id) group by user_id`
  const firstOfQueue = (place: RawBuilder<unknown>) => sql`
    select webhook_id, type, next_attempt_at from webhook_deliveries
    where next_attempt_at is not null and ${place}
    order by webhook_id, type, next_attempt_at limit 1`
  const { rows } = await sql<DueDelivery>`
    with recursive sending as (${sending}), queue as (
      (${firstOfQueue(sql`webhook_id > ${after}`)})
      union all
      select next.* from queue
      cross join lateral (${firstOfQueue(sql`(webhook_id, type) > (queue.webhook_id, queue.type)`)}) next
    ), waiting as (
      select delivery.*, receiver.*
      from (select webhook_id, type from queue where next_attempt_at <= ${now}) queue
      cross join lateral (
        select webhook.user_id, webhook.url, webhook.secret
        from webhooks webhook join profiles member on member.id = webhook.user_id
        where webhook.id = queue.webhook_id and member.disabled_at is null
          and (webhook.paused_at is null or queue.type = 'ping')
          and webhook.user_id not in (select user_id from sending where calls >= ${mostOfMember})
        limit 1
      ) receiver
      cross join lateral (
        select id, webhook_id, next_attempt_at from webhook_deliveries
        where webhook_id = queue.webhook_id and type = queue.type and next_attempt_at <= ${now}
        order by next_attempt_at
        limit ${mostOfMember}
        for update skip locked
      ) delivery
      limit ${CONSIDERED}
    ), ranked as (
      select waiting.*, coalesce(calls, 0)
        + row_number() over (partition by waiting.user_id order by next_attempt_at, id) as rank
      from waiting left join sending on sending.user_id = waiting.user_id
    ), due as (
      select id, user_id, url, secret from ranked
      where rank <= ${mostOfMember}
      order by webhook_id, next_attempt_at, id
      limit ${most}
    )
    update webhook_deliveries delivery
    set attempts = attempts + 1, last_attempt_at = ${now}, next_attempt_at = ${until}
    from due
    where delivery.id = due.id
    returning delivery.id, webhook_id, type, subject_id, created_at, attempts, user_id, url, secret`.execute(db)
  return rows
}

export async function storeResult(
  db: Db,
  id: string,
  result: { status: number | null; failure: Failure | null; nextAttemptAt: Date | null; deliveredAt: Date | null },
): Promise<void> {
  await db
    .updateTable('webhook_deliveries')
    .set({
      last_status: result.status,
      last_failure: result.failure,
      next_attempt_at: result.nextAttemptAt,
      delivered_at: result.deliveredAt,
    })
    .where('id', '=', id)
    .execute()
}

export async function deleteDeliveriesBefore(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('webhook_deliveries').where('created_at', '<', before).execute()
}
