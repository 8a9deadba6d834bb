import { definePages } from '#shared/feature-pages.ts'

export const importsPages = definePages({
  pages: [{ path: '/settings/import/:importId', isForMembers: true }],
  destinations: [
    {
      path: '/settings/import',
      label: 'Import games',
      about: 'Settings',
      words:
        'settings, import, bring my games, csv, json, backloggd, howlongtobeat, grouvee, yamtrack, steam, sync, gog, playnite',
      icon: 'upload',
      for: 'members',
    },
  ],
})
