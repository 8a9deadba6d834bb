import { type Route, route } from '#server/routes.ts'
import type { Session } from '#server/session.ts'
import * as contract from '../../delivery.contract.ts'
import { changeDelivery, getDelivery, getMailState } from '../delivery/delivery.service.ts'
import type { NotificationsDeps } from '../notifications.service.ts'
import * as service from './push.service.ts'
import { pushKeys } from './push-keys.ts'

export function deliveryRoutes(deps: NotificationsDeps): Route[] {
  const { get, change } = contract.deliveryContracts(deps.notificationKinds.map(({ type }) => type))
  return [
    route(get, async ({ viewer }) => {
      const [delivery, mail_state, endpoints] = await Promise.all([
        getDelivery(deps, viewer),
        getMailState(deps, viewer),
        service.listEndpoints(deps, viewer),
      ])
      return { delivery, public_key: pushKeys(deps.config).publicKey, endpoints, mail_state }
    }),
    route(change, async ({ viewer, body }) => ({ delivery: await changeDelivery(deps, viewer, body) })),
    route(contract.subscribeToPush, async ({ viewer, body, request }) => ({
      endpoints: await service.subscribe(deps, viewer, request.session as Session, body),
    })),
    route(contract.unsubscribeFromPush, async ({ viewer, body }) => ({
      endpoints: await service.unsubscribe(deps, viewer, body.endpoint),
    })),
  ]
}
