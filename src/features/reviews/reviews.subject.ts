import { defineSubject } from '#shared/subject.ts'

export const REVIEW = defineSubject({
  type: 'review',
  name: 'review',
  plural: 'reviews',
  nameWithGame: (game) => `review of ${game}`,
  path: '/api/reviews',
  ownerPage: (id, part) => `/reviews/${id}${part === 'comments' ? '#comments' : ''}`,
  notFoundCode: 'review_not_found',
})
