import { definePages } from '#shared/feature-pages.ts'

export const achievementsPages = definePages({
  pages: [{ path: '/achievements', isForMembers: true }],
  destinations: [
    {
      path: '/achievements',
      label: 'Achievements',
      words: 'unlocked, trophies, ticked',
      icon: 'trophy',
      for: 'members',
      links: { own: 50 },
    },
  ],
})
