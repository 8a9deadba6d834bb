import type { ComponentType } from 'react'
import { defineSlot } from '#web/slots.tsx'
import type { Notification } from '../notifications.contract.ts'

/**
 * How a member answers a notification of this type in its own line. The line disappears when the answer is saved;
 * `onAnswered` is called then.
 */
export interface NotificationAnswer {
  type: Notification['type']
  Answer: ComponentType<{ line: Notification; onAnswered: () => void }>
}

export const notificationAnswers = defineSlot<NotificationAnswer>('notifications.answers')
