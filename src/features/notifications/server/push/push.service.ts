import type { Db } from '#db/db.ts'
import { inTransaction } from '#db/transaction.ts'
import { connectsTo } from '#server/guarded-post.ts'
import type { Session, Viewer } from '#server/session.ts'
import { refuse } from '#shared/refusal.ts'
import { DELIVERY_REFUSALS } from '../../delivery.texts.ts'
import type { NotificationsDeps } from '../notifications.service.ts'
import * as queries from './push.queries.ts'

export const listEndpoints = ({ db }: { db: Db }, viewer: Viewer): Promise<string[]> =>
  queries.listEndpoints(db, viewer.id)

/** Stores the browser of this session. Refuses endpoint_not_public for an address that no push service of the world has. */
export function subscribe(
  deps: NotificationsDeps,
  viewer: Viewer,
  { token }: Pick<Session, 'token'>,
  { endpoint, keys }: { endpoint: string; keys: { p256dh: string; auth: string } },
): Promise<string[]> {
  if (!isOfPushService(endpoint, deps.config.webhookPrivateAddresses))
    refuse('invalid', 'endpoint_not_public', DELIVERY_REFUSALS.endpointNotPublic)
  return inTransaction(deps, async ({ db, clock }) => {
    await queries.upsertSubscription(db, viewer.id, token, { endpoint, ...keys }, clock())
    return queries.listEndpoints(db, viewer.id)
  })
}

export async function unsubscribe({ db }: { db: Db }, viewer: Viewer, endpoint: string): Promise<string[]> {
  await queries.deleteSubscription(db, viewer.id, endpoint)
  return queries.listEndpoints(db, viewer.id)
}

/**
 * Push services are reached by https. A name is looked up when something is sent, by the guarded client; the operator's
 * exceptions may be called without TLS, as webhooks are.
 */
function isOfPushService(endpoint: string, exceptions: readonly string[]): boolean {
  const { protocol, hostname, username, password } = new URL(endpoint)
  if (username !== '' || password !== '') return false
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  const isAddress = /^[\d.]+$|:/.test(host)
  if (isAddress) return connectsTo(exceptions)(host)
  return protocol === 'https:' && host.includes('.')
}
