import { definePages } from '#shared/feature-pages.ts'

export const gameMergesPages = definePages({
  destinations: [
    {
      path: '/admin/merges',
      label: 'Admin: Merged games',
      words: 'merge games, duplicates, same game twice',
      icon: 'shield',
      for: 'admins',
    },
  ],
})
