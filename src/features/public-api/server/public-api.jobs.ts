import type { Job } from '#server/jobs.ts'
import { deleteRequestsBefore } from '#server/once/once.queries.ts'
import { counted } from '#shared/counted.ts'
import { DAY_MS, HOUR_MS } from '#shared/durations.ts'
import { API_JOBS } from '../public-api.texts.ts'
import { KEPT_FOR_DEVICES_DAYS, REQUEST_KEPT_MS } from '../tokens.rules.ts'
import { DELIVERY_KEPT_DAYS } from '../webhooks.rules.ts'
import { deleteExpiredTokens } from './apps/app-tokens.queries.ts'
import { SEND_JOB, sendDue } from './webhooks/send-webhooks.ts'
import { deleteDeliveriesBefore } from './webhooks/webhooks.queries.ts'
import type { WebhooksDeps } from './webhooks/webhooks.service.ts'

export const publicApiJobs = (deps: WebhooksDeps): Job[] => [
  {
    name: 'prune-repeated-requests',
    about: API_JOBS.deleteRequests,
    schedule: '53 * * * *',
    deletes: {
      access_token_requests: counted(REQUEST_KEPT_MS / HOUR_MS, 'hour'),
      member_requests: `${KEPT_FOR_DEVICES_DAYS} days`,
    },
    async run() {
      const before = (milliseconds: number) => new Date(deps.clock().getTime() - milliseconds)
      await deleteRequestsBefore(deps.db, 'access_token_requests', before(REQUEST_KEPT_MS))
      await deleteRequestsBefore(deps.db, 'member_requests', before(KEPT_FOR_DEVICES_DAYS * DAY_MS))
    },
  },
  {
    name: 'prune-tokens-of-apps',
    about: API_JOBS.deleteAppTokens,
    schedule: '37 3 * * *',
    deletes: {
      oauth_codes: 'until it expires',
      oauthAccessToken: 'until it expires',
      oauthRefreshToken: 'until it expires',
    },
    run: () => deleteExpiredTokens(deps.db, deps.clock()),
  },
  {
    name: SEND_JOB,
    about: API_JOBS.callWebhooks,
    schedule: '* * * * *',
    // What failed stays due, and the next minute tries again.
    retry: { limit: 0, delaySeconds: 0 },
    run: () => sendDue(deps),
  },
  {
    name: 'prune-webhook-deliveries',
    about: API_JOBS.deleteDeliveries,
    schedule: '23 3 * * *',
    deletes: { webhook_deliveries: `${DELIVERY_KEPT_DAYS} days` },
    run: () => deleteDeliveriesBefore(deps.db, new Date(deps.clock().getTime() - DELIVERY_KEPT_DAYS * DAY_MS)),
  },
]
