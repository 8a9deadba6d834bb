import { definePages } from '#shared/feature-pages.ts'

export const messagesPages = definePages({
  pages: [{ path: '/messages', isForMembers: true }],
  destinations: [
    {
      path: '/messages',
      label: 'Messages',
      words: 'inbox, chat, conversations, write to somebody, direct message',
      icon: 'mail',
      for: 'members',
      offered: 120,
    },
  ],
})
