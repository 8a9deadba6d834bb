import { definePages } from '#shared/feature-pages.ts'

export const journalPages = definePages({
  pages: [
    { path: '/profile/journal', isForMembers: true },
    { path: '/journal', isForMembers: true },
  ],
  destinations: [
    {
      path: '/journal',
      label: 'Journal',
      words: 'diary, calendar, entries, days, on this day, daily',
      icon: 'calendar',
      for: 'members',
      offered: 100,
      links: { own: 20 },
    },
    {
      path: '/profile/journal',
      label: 'My profile: Journal',
      words: 'diary on the profile',
      icon: 'calendar',
      for: 'members',
    },
  ],
})
