import { definePages } from '#shared/feature-pages.ts'

export const listsPages = definePages({
  pages: [
    { path: '/profile/list', isForMembers: true },
    { path: '/lists', parameters: ['show', 'game'] },
    { path: '/lists/:listId', file: 'list' },
  ],
  destinations: [
    {
      path: '/lists',
      label: 'Lists',
      about: 'What members have put together',
      words: 'all lists, new lists, most liked lists, lists of friends, collections',
      icon: 'list',
      for: 'everybody',
      links: { community: 30 },
    },
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
