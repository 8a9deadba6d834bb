import { type Route, route } from '#server/routes.ts'
import * as contract from '../notifications.contract.ts'
import * as service from './notifications.service.ts'
import { viewLine } from './notifications.view.ts'

export function notificationsRoutes(deps: service.NotificationsDeps): Route[] {
  const switches = contract.switchContracts(deps.notificationKinds.map(({ type }) => type))
  return [
    route(contract.listNotifications, async ({ query, viewer }) => {
      const { lines, unread, nextCursor } = await service.listNotifications(deps, viewer, query.cursor)
      return { data: lines.map(viewLine), unread, nextCursor }
    }),
    route(contract.countUnread, async ({ viewer }) => ({ unread: await service.countUnread(deps, viewer) })),
    route(contract.markNotificationsRead, async ({ body, viewer }) => ({
      unread: await service.markNotificationsRead(deps, viewer, body.ids),
    })),
    route(switches.get, async ({ viewer }) => ({ switches: await service.getSwitches(deps, viewer) })),
    route(switches.change, async ({ body, viewer }) => ({
      switches: await service.changeSwitches(deps, viewer, body),
    })),
  ]
}
