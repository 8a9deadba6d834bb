import { definePages } from '#shared/feature-pages.ts'

export const activityPages = definePages({
  pages: [
    { path: '/profile/activity', isForMembers: true },
    { path: '/activity/:activityId', file: 'activity' },
  ],
  destinations: [
    {
      path: '/profile/activity',
      label: 'My activity',
      words: 'history, timeline, posts',
      icon: 'clock',
      for: 'members',
    },
  ],
})
