import { numberText } from '#shared/counted.ts'
import { CHANGED_BY_SOMEONE, tooLongText } from '#shared/sentences.ts'
import { ADDRESS_MAX, BADGE_MAX, CATEGORIES, CONTENT_MAX, EXCERPT_MAX, SLUG_MAX, TITLE_MAX } from './news.rules.ts'

export const NEWS_TEXTS = {
  /** R-NEWS-15. */
  missing: 'News post not found',
  /** R-NEWS-16. */
  failed: 'Failed to fetch news posts',
  /** R-NEWS-17. */
  settingUp: 'News system is being set up. Please run the database migration first.',
  /** R-NEWS-18. */
  noMatch: 'No news posts found matching your criteria.',
  /** R-NEWS-19. */
  none: 'No news posts available yet.',
  /** G59. */
  changed: CHANGED_BY_SOMEONE,
  slugTaken: 'Another post has this address',
  slug: 'An address has letters, digits and single hyphens, in lower case',
  slugReserved: 'This word is reserved. Choose another address.',
  slugTooLong: tooLongText('The address', SLUG_MAX),
  title: 'Title is required',
  titleTooLong: tooLongText('Title', TITLE_MAX),
  excerptTooLong: tooLongText('Excerpt', EXCERPT_MAX),
  contentTooLong: tooLongText('The text', numberText(CONTENT_MAX)),
  htmlTooLarge: 'This text becomes too large. Use smaller tables.',
  contentMissing: 'Write the text before you publish it',
  category: `Choose a category: ${CATEGORIES.join(', ')}`,
  badgeTooLong: tooLongText('Badge', BADGE_MAX),
  status: 'The status is draft, published or archived',
  publishedAt: 'Enter a day and a time',
  address: 'This is not the address of a picture',
  addressTooLong: tooLongText('The address', ADDRESS_MAX),
  pictureMissing: 'This picture cannot be loaded right now. Readers would see a placeholder.',
} as const

/** Returns the sentence for a list that failed to load (R-NEWS-16, R-NEWS-17). */
export const listFailure = (error: string): string =>
  error.includes('does not exist') ? NEWS_TEXTS.settingUp : NEWS_TEXTS.failed

export const NEWS_JOB = 'Shows every node the scheduled news whose time has come.'
