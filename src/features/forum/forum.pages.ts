import { definePages } from '#shared/feature-pages.ts'

export const forumPages = definePages({
  pages: [{ path: '/forum/:part?/:id?', parameters: ['category', 'game', 'sort', 'page', 'post', 'unread'] }],
  destinations: [
    {
      path: '/forum',
      label: 'Forum',
      about: 'Community',
      words: 'community, threads, posts, talk, discuss, questions, help, feedback, off-topic',
      icon: 'chat',
      for: 'everybody',
      offered: 40,
      links: {
        label: 'Community',
        alsoAt: ['/reviews', '/lists', '/members'],
        header: { members: 20, visitors: 20 },
        bar: { visitors: 40 },
        community: 10,
      },
    },
    {
      path: '/forum/new',
      label: 'New thread',
      words: 'write in the forum, ask, start a thread',
      icon: 'plus',
      for: 'members',
    },
  ],
})
