import { randomBytes } from 'node:crypto'
import type { Db } from '#db/db.ts'
import { inTransaction } from '#db/transaction.ts'
import type { ServerDeps } from '#server/feature.ts'
import type { Viewer } from '#server/session.ts'
import type { DeliveryId, WebhookId } from '#shared/ids.ts'
import { refuse } from '#shared/refusal.ts'
import { MAX_WEBHOOKS } from '../../webhooks.rules.ts'
import type { WebhookDraft } from '../../webhooks.schemas.ts'
import { WEBHOOK_TEXTS } from '../../webhooks.texts.ts'
import { SEND_JOB } from './send-webhooks.ts'
import { secretText } from './signature.ts'
import * as queries from './webhooks.queries.ts'

export type WebhooksDeps = Pick<ServerDeps, 'db' | 'clock' | 'queue' | 'config' | 'log'>

/** A webhook with the newest of its deliveries. */
export interface LoadedWebhook {
  row: queries.WebhookRow
  last: queries.DeliveryRow | null
}

export const listWebhooks = async ({ db }: WebhooksDeps, viewer: Viewer): Promise<LoadedWebhook[]> =>
  withLatest(db, await queries.listWebhooks(db, viewer.id))

/** Refuses webhook_not_found, also for one of another member. */
export async function loadWebhook(deps: WebhooksDeps, viewer: Viewer, id: WebhookId): Promise<LoadedWebhook> {
  const [loaded] = await withLatest(deps.db, [await requireWebhook(deps, viewer, id)])
  return loaded as LoadedWebhook
}

/** Creates a webhook and sends it a test. Only the returned secret verifies its signatures. Refuses too_many_webhooks. */
export async function createWebhook(deps: WebhooksDeps, viewer: Viewer, { url, events }: WebhookDraft) {
  const secret = randomBytes(32)
  const created_at = deps.clock()
  return inTransaction(deps, async (inside) => {
    const { db } = inside
    if ((await queries.lockAndCount(db, viewer.id)) >= MAX_WEBHOOKS)
      refuse('conflict', 'too_many_webhooks', WEBHOOK_TEXTS.tooMany)
    const row = await queries.insertWebhook(db, { user_id: viewer.id, url, events, secret, created_at })
    return { row, last: await ping(inside, row.id), secret: secretText(secret) }
  })
}

/** Returns the secret of the signatures, for a repeated creation. Refuses webhook_not_found. */
export async function readSecret({ db }: WebhooksDeps, viewer: Viewer, id: WebhookId): Promise<string> {
  const secret = await queries.findSecret(db, viewer.id, id)
  return secret ? secretText(secret) : refuseMissing()
}

/**
 * Changes address and events. A new address gets a test, as that of a new webhook does. What waits is sent to the new address,
 * and the secret, the log and a pause stay.
 */
export function changeWebhook(
  deps: WebhooksDeps,
  viewer: Viewer,
  id: WebhookId,
  change: WebhookDraft,
): Promise<LoadedWebhook> {
  return inTransaction(deps, async (inside) => {
    const { db } = inside
    const before = await requireLocked(inside, viewer, id)
    const row = await queries.updateWebhook(db, id, change)
    if (before.url !== row.url) return { row, last: await ping(inside, id) }
    const [loaded] = await withLatest(db, [row])
    return loaded as LoadedWebhook
  })
}

export async function deleteWebhook({ db }: WebhooksDeps, viewer: Viewer, id: WebhookId): Promise<void> {
  if (!(await queries.deleteWebhook(db, viewer.id, id))) refuseMissing()
}

/** Turns a paused webhook on again, and sends it a test. What changed in the meantime is not sent. */
export function resumeWebhook(deps: WebhooksDeps, viewer: Viewer, id: WebhookId) {
  return inTransaction(deps, async (inside) => {
    const row = await requireLocked(inside, viewer, id)
    await queries.setPaused(inside.db, id, null)
    return { row: { ...row, paused_at: null }, last: await ping(inside, id) }
  })
}

export function testWebhook(deps: WebhooksDeps, viewer: Viewer, id: WebhookId): Promise<queries.DeliveryRow> {
  return inTransaction(deps, async (inside) => {
    await requireLocked(inside, viewer, id)
    return ping(inside, id)
  })
}

export async function listDeliveries(deps: WebhooksDeps, viewer: Viewer, id: WebhookId) {
  await requireWebhook(deps, viewer, id)
  return queries.listDeliveries(deps.db, id)
}

/** Sends a delivery again, whatever became of it. */
export function resendDelivery(
  deps: WebhooksDeps,
  viewer: Viewer,
  { webhookId, deliveryId }: { webhookId: WebhookId; deliveryId: DeliveryId },
): Promise<queries.DeliveryRow> {
  return inTransaction(deps, async (inside) => {
    const { db, queue } = inside
    await requireWebhook(inside, viewer, webhookId)
    const row = await queries.resetDelivery(db, webhookId, deliveryId, inside.clock())
    await queue.send(db, SEND_JOB, {})
    return row ?? refuse('not_found', 'delivery_not_found', WEBHOOK_TEXTS.deliveryMissing)
  })
}

async function ping({ db, queue, clock }: WebhooksDeps, id: string): Promise<queries.DeliveryRow> {
  const row = await queries.insertPing(db, id, clock())
  await queue.send(db, SEND_JOB, {})
  return row
}

async function withLatest(db: Db, rows: queries.WebhookRow[]): Promise<LoadedWebhook[]> {
  const latest = await queries.listLatest(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({ row, last: latest.find(({ webhook_id }) => webhook_id === row.id) ?? null }))
}

const refuseMissing = () => refuse('not_found', 'webhook_not_found', WEBHOOK_TEXTS.missing)

async function requireWebhook({ db }: WebhooksDeps, viewer: Viewer, id: WebhookId): Promise<queries.WebhookRow> {
  return (await queries.findWebhook(db, viewer.id, id)) ?? refuseMissing()
}

/** Locks the webhook until the transaction ends, so that nobody deletes it before its test is queued. */
async function requireLocked({ db }: WebhooksDeps, viewer: Viewer, id: WebhookId): Promise<queries.WebhookRow> {
  return (await queries.findWebhook(db, viewer.id, id, 'for update')) ?? refuseMissing()
}
