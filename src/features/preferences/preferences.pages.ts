import { definePages } from '#shared/feature-pages.ts'

export const preferencesPages = definePages({
  destinations: [
    {
      path: '/settings/preferences',
      label: 'Preferences',
      about: 'Settings',
      words:
        'settings, theme, dark theme, light theme, dark mode, light mode, appearance, time zone, data source, search strategy, cache',
      icon: 'moon',
      for: 'members',
    },
    {
      path: '/admin/page-counts',
      label: 'Admin: Page counts',
      words: 'analytics, visits, statistics',
      icon: 'shield',
      for: 'admins',
    },
  ],
})
