import { SHARED_SWITCHES } from '#features/notifications/settings.texts.ts'
import { defineNotification } from '#shared/notification.ts'

export const NEW_BADGE = defineNotification({
  type: 'badge',
  predicateOf: ({ sentence }) => sentence ?? 'You earned a badge',
  hrefOf: () => '/profile/badges',
  icon: 'trophy',
  isFolded: false,
  switch: { group: SHARED_SWITCHES, order: 40, label: 'Badges', hint: 'You earn a badge' },
})
