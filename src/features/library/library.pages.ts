import { definePages } from '#shared/feature-pages.ts'

export const libraryPages = definePages({
  pages: [{ path: '/profile/games', isForMembers: true }],
  destinations: [
    {
      path: '/profile/games',
      label: 'My library',
      about: 'All games that you have logged',
      words: 'shelf, backlog, my games, want to play, playing, completed, dropped, hours, playtime',
      icon: 'games',
      for: 'members',
      offered: 90,
      links: { label: 'Library', icon: 'grid', header: { members: 40 }, bar: { members: 30 } },
    },
  ],
})
