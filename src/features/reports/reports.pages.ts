import { definePages } from '#shared/feature-pages.ts'

export const reportsPages = definePages({
  destinations: [
    {
      path: '/admin/reports',
      label: 'Admin: Reports',
      words: 'moderation, hidden content, spam',
      icon: 'shield',
      for: 'moderators',
    },
  ],
})
