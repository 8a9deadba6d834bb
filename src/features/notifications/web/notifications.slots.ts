import type { ComponentType } from 'react'
import type { NotificationKind, NotificationType } from '#shared/notification.ts'
import { defineSlot } from '#web/slots.tsx'
import type { IconName } from '#web/ui/icon.tsx'
import type { Notification } from '../notifications.contract.ts'

/**
 * The component with which a member answers a notification of this type within its line. The line disappears when the
 * answer is saved, and `onAnswered` is called.
 */
export interface NotificationAnswer {
  type: NotificationType
  Answer: ComponentType<{ line: Notification; onAnswered: () => void }>
}

export const notificationAnswers = defineSlot<NotificationAnswer>('notifications.answers')

/** The types of notifications; each owner fills in its own. */
export const notificationKinds = defineSlot<NotificationKind<IconName>>('notifications.kinds')
