import createClient from 'openapi-fetch'
import type { paths } from './description.ts'

/** Lets a server of a member be called at this address, moving the webhook that the script made before. Returns the secret of a new one. */
export async function listenAt(baseUrl: string, token: string, url: string): Promise<string | null> {
  const client = createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${token}` } })
  const body = { url, events: ['library.changed' as const] }
  const { data: known, error } = await client.GET('/api/v1/webhooks')
  if (!known) throw new Error(`${error.code}: ${error.detail}`)
  const [first] = known.data
  if (first) {
    await client.PUT('/api/v1/webhooks/{webhookId}', { params: { path: { webhookId: first.id } }, body })
    return null
  }
  const { data: made } = await client.POST('/api/v1/webhooks', {
    params: { header: { 'Idempotency-Key': 'listen' } },
    body,
  })
  return made?.secret ?? null
}

/** Sends again what failed, and returns how many calls that were. */
export async function resendFailed(baseUrl: string, token: string): Promise<number> {
  const client = createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${token}` } })
  let sent = 0
  for (const { id: webhookId } of (await client.GET('/api/v1/webhooks')).data?.data ?? []) {
    const log = await client.GET('/api/v1/webhooks/{webhookId}/deliveries', { params: { path: { webhookId } } })
    for (const { id: deliveryId, state } of log.data?.data ?? []) {
      if (state !== 'failed') continue
      const path = { webhookId, deliveryId }
      await client.POST('/api/v1/webhooks/{webhookId}/deliveries/{deliveryId}/resend', { params: { path } })
      sent += 1
    }
  }
  return sent
}
