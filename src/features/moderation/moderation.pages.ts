import { definePages } from '#shared/feature-pages.ts'

export const moderationPages = definePages({
  destinations: [
    {
      path: '/admin/held',
      label: 'Admin: Waiting texts',
      words: 'held texts, held links, moderation, approve, first texts of new members',
      icon: 'shield',
      for: 'moderators',
    },
    {
      path: '/admin/hold-rules',
      label: 'Admin: Waiting rules',
      words: 'hold texts, new members, links, words, spam',
      icon: 'shield',
      for: 'admins',
    },
  ],
})
