import { definePages } from '#shared/feature-pages.ts'

export const publicApiPages = definePages({
  pages: [{ path: '/oauth/authorize', isForMembers: true, isBare: true }],
  destinations: [
    {
      path: '/settings/tokens',
      label: 'API tokens and webhooks',
      about: 'Settings',
      words: 'settings, access tokens, webhook, personal tokens, api key, developer, script, playnite',
      icon: 'key',
      for: 'members',
    },
    {
      path: '/settings/apps',
      label: 'Apps with access',
      about: 'Settings',
      words: 'settings, apps, oauth, revoke access, register an app, client id, developer',
      icon: 'key',
      for: 'members',
    },
  ],
})
