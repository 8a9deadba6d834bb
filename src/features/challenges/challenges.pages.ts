import { definePages } from '#shared/feature-pages.ts'

export const challengesPages = definePages({
  pages: [
    { path: '/profile/challenges', isForMembers: true },
    { path: '/challenges' },
    { path: '/challenges/:challengeId', file: 'challenge' },
  ],
  destinations: [
    {
      path: '/challenges',
      label: 'Challenges',
      words: 'contest, goals, compete, ranking',
      icon: 'flag',
      for: 'everybody',
      offered: 60,
      links: { header: { visitors: 50 }, community: 60, footer: 30 },
    },
    {
      path: '/profile/challenges',
      label: 'My challenges',
      words: 'joined challenges, progress',
      icon: 'flag',
      for: 'members',
    },
    {
      path: '/admin/challenges',
      label: 'Admin: Challenges',
      words: 'create a challenge',
      icon: 'shield',
      for: 'admins',
    },
  ],
})
