import { atMostText } from '#shared/sentences.ts'
import type { DeliveryType } from './webhooks.rules.ts'
import { MAX_WEBHOOKS } from './webhooks.rules.ts'

export const EVENT_TEXTS: Record<DeliveryType, string> = {
  'library.changed': 'Library changed',
  'review.changed': 'Review written, changed or deleted',
  'list.changed': 'List created, changed or deleted',
  ping: 'Test',
}

export const WEBHOOK_TEXTS = {
  urlWrong: 'Enter an address that begins with https:// or http://, without a name and password',
  eventRequired: 'Choose at least one event',
  tooMany: atMostText(MAX_WEBHOOKS, 'webhooks'),
  missing: 'This webhook does not exist',
  deliveryMissing: 'This delivery does not exist',
  failed: 'Your webhooks could not be loaded. Please try again.',
  deliveriesFailed: 'The deliveries could not be loaded. Please try again.',
  none: 'You have no webhooks.',
  noDeliveries: 'Nothing has been sent yet.',
  lead: 'A webhook calls an address of yours within a minute after your library, reviews or lists have changed. The call says what to read again through the API.',
  once: 'Each call is signed with this secret. Copy it now, because it is not shown again.',
  change: 'The secret stays. What waits to be sent goes to the new address.',
  remove: 'Nothing more is sent to this address, and its log is deleted.',
  paused: 'Paused, because a call has failed for a day',
  addressHint: 'A new one gets a test at once',
  deleteQuestion: 'Delete this webhook?',
} as const
