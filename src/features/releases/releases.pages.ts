import { definePages } from '#shared/feature-pages.ts'

export const releasesPages = definePages({
  pages: [{ path: '/releases', parameters: ['span', 'platform', 'from', 'mine'] }],
  destinations: [
    {
      path: '/releases',
      label: 'Release calendar',
      about: 'Upcoming games by week',
      words: 'upcoming, coming soon, out today, new games, release dates, ical, schedule',
      icon: 'calendar',
      for: 'everybody',
      offered: 30,
      links: { label: 'Releases', own: 64, footer: 20 },
    },
  ],
})
