import { counted } from '#shared/counted.ts'

export const ALL_REVIEWS_TEXTS = {
  about: 'What members say about games, the newest first.',
  none: 'Nobody has published a review so far. The first one is yours to write.',
  noneHelpful: 'A review stands here as soon as somebody likes or saves it.',
  noneOfFriends: 'Reviews of your friends, and of members whom you follow, stand here.',
  strip: 'Most written about in seven days',
} as const

export const reviewsText = (reviews: number): string => counted(reviews, 'review')
