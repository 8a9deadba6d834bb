import { definePages } from '#shared/feature-pages.ts'

export const forumPages = definePages({
  pages: [{ path: '/forum/:part?/:id?', parameters: ['category', 'game', 'sort', 'page', 'post', 'unread'] }],
  destinations: [
    {
      path: '/forum',
      label: 'Community',
      about: 'The forum',
      words: 'forum, threads, posts, talk, discuss, questions, help, feedback, off-topic',
      icon: 'chat',
      for: 'everybody',
      offered: 40,
      links: { header: { members: 30, visitors: 30 }, bar: { visitors: 40 } },
    },
    {
      path: '/forum/new',
      label: 'New thread',
      words: 'write in the forum, ask, start a thread',
      icon: 'plus',
      for: 'members',
    },
    { path: '/admin/forum', label: 'Admin: Forum', words: 'held links, moderation', icon: 'shield', for: 'moderators' },
  ],
})
