import { definePages } from '#shared/feature-pages.ts'

export const newsPages = definePages({
  pages: [
    { path: '/admin/news/:newsId/edit?' },
    { path: '/info/news', file: 'news', parameters: ['category', 'search'] },
    { path: '/news/:slug?', file: 'news-article' },
  ],
  destinations: [
    {
      path: '/info/news',
      label: 'News',
      words: 'announcements, updates, changelog, what is new',
      icon: 'news',
      for: 'everybody',
      offered: 70,
      links: {
        alsoAt: ['/news'],
        header: { visitors: 40 },
        community: 70,
        bar: { visitors: 50 },
        footer: 40,
      },
    },
    { path: '/admin/news', label: 'Admin: News', words: 'posts, drafts, scheduled', icon: 'shield', for: 'admins' },
  ],
})
