import { definePages } from '#shared/feature-pages.ts'

export const searchPages = definePages({
  pages: [
    // Every text has its own page, so few visitors share one; the answers of the API are cached.
    { path: '/search', parameters: null },
  ],
  destinations: [
    {
      path: '/search',
      label: 'Search',
      about: 'All results on one page',
      words: 'find',
      icon: 'search',
      for: 'everybody',
    },
  ],
})
