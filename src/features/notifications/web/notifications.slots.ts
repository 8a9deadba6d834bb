import type { ComponentType } from 'react'
import { defineSlot } from '#web/slots.tsx'
import type { Notification } from '../notifications.contract.ts'

/**
 * The component with which a member answers a notification of this type within its line. The line disappears when the
 * answer is saved, and `onAnswered` is called.
 */
export interface NotificationAnswer {
  type: Notification['type']
  Answer: ComponentType<{ line: Notification; onAnswered: () => void }>
}

export const notificationAnswers = defineSlot<NotificationAnswer>('notifications.answers')
