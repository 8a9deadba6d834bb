import { definePages } from '#shared/feature-pages.ts'

export const reviewsPages = definePages({
  pages: [
    { path: '/profile/reviews', isForMembers: true },
    { path: '/reviews', parameters: ['show'] },
    { path: '/reviews/:reviewId', file: 'review' },
  ],
  destinations: [
    {
      path: '/reviews',
      label: 'Reviews',
      about: 'What members say about games',
      words: 'all reviews, new reviews, most helpful reviews, reviews of friends, opinions, critics',
      icon: 'pen',
      for: 'everybody',
      links: { community: 20 },
    },
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
