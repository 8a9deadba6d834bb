import { definePages } from '#shared/feature-pages.ts'

export const badgesPages = definePages({
  pages: [{ path: '/profile/badges', isForMembers: true }],
  destinations: [
    {
      path: '/profile/badges',
      label: 'Badges',
      words: 'earned badges, pins',
      icon: 'medal',
      for: 'members',
      links: { own: 60 },
    },
    { path: '/admin/badges', label: 'Admin: Badges', words: 'define a badge, give', icon: 'shield', for: 'admins' },
  ],
})
