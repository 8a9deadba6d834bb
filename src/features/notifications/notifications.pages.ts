import { definePages } from '#shared/feature-pages.ts'

export const notificationsPages = definePages({
  pages: [{ path: '/notifications', isForMembers: true }],
  destinations: [
    { path: '/notifications', label: 'Notifications', words: 'bell, alerts, unread', icon: 'bell', for: 'members' },
    {
      path: '/settings/notifications',
      label: 'Notification settings',
      about: 'Settings',
      words: 'settings, switches, turn off notifications, mute',
      icon: 'bell',
      for: 'members',
    },
  ],
})
