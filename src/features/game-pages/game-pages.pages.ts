import { FILTER_NAMES } from '#features/catalogue/catalogue.endpoints.ts'
import { definePages } from '#shared/feature-pages.ts'

export const gamePagesPages = definePages({
  pages: [
    { path: '/all-games', parameters: [...FILTER_NAMES, 'view'] },
    { path: '/game/:gameId' },
    { path: '/games/:gameId?', file: 'games-alias', parameters: null },
  ],
  destinations: [
    {
      path: '/all-games',
      label: 'Games',
      about: 'All games, with filters',
      words: 'catalogue, browse, all games, filter, discover, genres, platforms',
      icon: 'games',
      for: 'everybody',
      offered: 20,
      links: { alsoAt: ['/game'], header: { members: 10, visitors: 10 }, bar: { members: 20, visitors: 20 } },
    },
  ],
})
