import { definePages } from '#shared/feature-pages.ts'

export const listsPages = definePages({
  pages: [
    { path: '/profile/list', isForMembers: true },
    { path: '/lists/:listId', file: 'list' },
  ],
  destinations: [
    {
      path: '/profile/list',
      label: 'My lists',
      words: 'collections, rankings',
      icon: 'list',
      for: 'members',
      links: { label: 'Lists', own: 30 },
    },
    {
      path: '/profile/list#new',
      label: 'New list',
      about: 'Collect games that belong together',
      words: 'create a list, make a list, add a list',
      icon: 'plus',
      for: 'members',
    },
  ],
})
