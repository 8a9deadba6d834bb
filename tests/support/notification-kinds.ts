import type { NotificationKind } from '#shared/notification.ts'
import { SERVER_FEATURES } from '../../src/app/features.ts'

/** The types of notifications that features have registered. */
export const NOTIFICATION_KINDS = SERVER_FEATURES.flatMap(({ notifications = [] }) => notifications)

export function requireNotificationKind(type: string): NotificationKind {
  const kind = NOTIFICATION_KINDS.find((each) => each.type === type)
  if (!kind) throw new Error(`No feature registers the notification type '${type}'`)
  return kind
}
