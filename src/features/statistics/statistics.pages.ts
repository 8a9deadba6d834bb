import { definePages } from '#shared/feature-pages.ts'

export const statisticsPages = definePages({
  pages: [
    { path: '/profile/statistics', isForMembers: true },
    { path: '/profile/:handle/statistics', file: 'statistics', parameters: ['period', 'from', 'to'] },
  ],
  destinations: [
    {
      path: '/profile/statistics',
      label: 'My statistics',
      about: 'Your library in charts',
      words: 'stats, charts, graphs, hours by month, hours played, genres, platforms, ratings, backlog over time',
      icon: 'chart',
      for: 'members',
      links: { label: 'Statistics', own: 42 },
    },
  ],
})
