import { definePages } from '#shared/feature-pages.ts'

export const yearsPages = definePages({
  pages: [
    { path: '/profile/year', isForMembers: true },
    { path: '/profile/:handle/year/:year', file: 'year' },
  ],
  destinations: [
    {
      path: '/profile/year',
      label: 'My year',
      about: 'This year in games',
      words: 'year in games, year in review, recap, wrapped, this year',
      icon: 'flag',
      for: 'members',
      links: { label: 'Year', own: 44 },
    },
  ],
})
