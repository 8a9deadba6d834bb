import { definePages } from '#shared/feature-pages.ts'

export const reviewsPages = definePages({
  pages: [
    { path: '/profile/reviews', isForMembers: true },
    { path: '/reviews/:reviewId', file: 'review' },
  ],
  destinations: [
    {
      path: '/profile/reviews',
      label: 'My reviews',
      words: 'saved reviews, ratings, stars, drafts',
      icon: 'pen',
      for: 'members',
      links: { label: 'Reviews', own: 40 },
    },
  ],
})
