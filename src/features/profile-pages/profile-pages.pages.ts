import { SHELF_PARAMETERS } from '#features/library/shelf.rules.ts'
import { definePages } from '#shared/feature-pages.ts'

export const profilePagesPages = definePages({
  pages: [
    { path: '/profile', isForMembers: true },
    { path: '/profile/:handle', file: 'member', parameters: ['tab', ...SHELF_PARAMETERS] },
  ],
  destinations: [
    {
      path: '/profile',
      label: 'My profile',
      words: 'overview, favourites, bio, avatar, me',
      icon: 'user',
      for: 'members',
      offered: 80,
      links: { label: 'Profile', own: 10 },
    },
  ],
})
