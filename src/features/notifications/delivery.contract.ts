import * as z from 'zod/mini'
import { contract } from '#shared/contract.ts'
import * as endpoints from './delivery.endpoints.ts'
import { DIGESTS, isTimeOfDay } from './delivery.rules.ts'
import { DELIVERY_REFUSALS } from './delivery.texts.ts'

const Time = z.string().check(z.refine(isTimeOfDay, DELIVERY_REFUSALS.time))

const Fields = {
  /** By the names of the types that features register. */
  push: z.record(z.string(), z.boolean()),
  /** Times are HH:MM in the member's time zone. */
  quiet: z.nullable(z.object({ from: Time, until: Time })),
  shows_messages: z.boolean(),
  mail: z.record(z.string(), z.boolean()),
  digest: z.enum(DIGESTS),
  mails_soon: z.boolean(),
}

const Endpoint = z.url(DELIVERY_REFUSALS.endpoint).check(z.maxLength(1000, DELIVERY_REFUSALS.endpoint))

/** The browser's point on the curve P-256, uncompressed, and its secret of 16 bytes; both as base64url. */
const Keys = z.object({
  p256dh: z.string().check(z.regex(/^B[\w-]{86}=?$/, DELIVERY_REFUSALS.keys)),
  auth: z.string().check(z.regex(/^[\w-]{22}(==)?$/, DELIVERY_REFUSALS.keys)),
})

export const getDelivery = contract(endpoints.getDelivery, {
  access: 'member',
  summary: 'Get how the member’s notifications are delivered, and the browsers to which they are pushed',
  response: z.object({
    delivery: z.object(Fields),
    /** The key with which a browser subscribes, as base64url. */
    public_key: z.string(),
    /** The addresses of the subscribed browsers, by which each finds itself. */
    endpoints: z.array(z.string()),
    /** Whether a mail would arrive: the site has a mail server, and the member's address is confirmed. */
    mail_state: z.enum(['ready', 'no_server', 'unconfirmed']),
  }),
})

export const changeDelivery = contract(endpoints.changeDelivery, {
  access: 'member',
  summary: 'Change how notifications are delivered; omitted fields and types stay unchanged',
  body: z.partial(z.object(Fields)),
  response: z.object({ delivery: z.object(Fields) }),
})

export const subscribeToPush = contract(endpoints.subscribeToPush, {
  access: 'member',
  summary: 'Push notifications to this browser until its session ends; a repetition stores its new keys',
  body: z.object({ endpoint: Endpoint, keys: Keys }),
  response: z.object({ endpoints: z.array(z.string()) }),
  refusals: { 400: ['endpoint_not_public'] },
})

export const unsubscribeFromPush = contract(endpoints.unsubscribeFromPush, {
  access: 'member',
  summary: 'Push nothing to this browser any more',
  body: z.object({ endpoint: Endpoint }),
  response: z.object({ endpoints: z.array(z.string()) }),
})

/** Returns the two contracts with the names of the types that features have registered. */
export function deliveryContracts(types: readonly string[]) {
  const switches = z.object(Object.fromEntries(types.map((type) => [type, z.boolean()])))
  const delivery = z.object({ ...Fields, push: switches, mail: switches })
  return {
    get: { ...getDelivery, response: z.object({ ...getDelivery.response.shape, delivery }) },
    change: {
      ...changeDelivery,
      body: z.partial(z.object({ ...Fields, push: z.partial(switches), mail: z.partial(switches) })),
      response: z.object({ delivery }),
    },
  }
}
