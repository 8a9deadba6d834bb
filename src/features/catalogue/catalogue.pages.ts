import { definePages } from '#shared/feature-pages.ts'

export const cataloguePages = definePages({
  destinations: [
    {
      path: '/admin/catalogue',
      label: 'Admin: Catalogue',
      words: 'igdb, rawg, sources, import games',
      icon: 'shield',
      for: 'admins',
    },
  ],
})
