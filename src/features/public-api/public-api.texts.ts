import { DELIVERY_KEPT_DAYS } from './webhooks.rules.ts'

export const API_TEXTS = {
  cursorInvalid: 'This cursor is not one of this list',
  gameUnknown: 'No stored game has this id there',
} as const

/** What the jobs do, for admins. */
export const API_JOBS = {
  deleteRequests: 'Deletes what the API remembers of writes with an Idempotency-Key, after a day.',
  deleteAppTokens: 'Deletes expired tokens of apps that members gave access.',
  callWebhooks: 'Calls the webhooks of members whose data has changed.',
  deleteDeliveries: `Deletes what webhooks were sent, after ${DELIVERY_KEPT_DAYS} days.`,
} as const
