import { CHANGED_BY_SOMEONE, LOOKED_AT_FIRST } from '#shared/sentences.ts'
import { PLATFORM_LENGTH } from './reviews.rules.ts'

/** Documented texts (R-REV-06 to R-REV-17) and the sentences of the API. */
export const REVIEW_TEXTS = {
  liked: 'Review Liked!',
  unliked: 'Like Removed',
  saved: 'Review Saved!',
  unsaved: 'Bookmark Removed',
  likeFailed: 'Failed to update like status. Please try again.',
  saveFailed: 'Failed to update bookmark status. Please try again.',
  shareFailed: 'Failed to share review. Please try again.',
  shared: 'Review Shared!',
  copied: 'Link Copied to Clipboard!',
  new: 'New',
  signIn: 'Sign In',
  more: 'Read on',
  less: 'Show less',
} as const

/** The texts of a review's form. */
export const REVIEW_DIALOG = {
  saved: 'Review saved',
  waits: `Saved. ${LOOKED_AT_FIRST}`,
  saveFailed: 'The review could not be saved',
  kept: 'What you wrote is still here.',
  deleted: 'Review deleted',
  deleteFailed: 'The review could not be deleted',
  starsRequired: 'Choose how many stars you give',
} as const

export const SIGN_IN_TO_LIKE = 'Please log in to like reviews'
export const SIGN_IN_TO_REVIEW = 'Please log in to write a review'
export const SIGN_IN_FOR_FRIENDS = 'Please log in to read reviews of friends'
export const SIGN_IN_TO_BOOKMARK = 'Please log in to bookmark reviews'

export const REVIEW_NOT_FOUND = 'Review not found'
export const OWN_REVIEW = 'You cannot like your own review'
export const ALREADY_REVIEWED = 'You have already reviewed this game'
/** G59. */
export const CHANGED_BY_SOMEBODY = CHANGED_BY_SOMEONE
export const RATING_RANGE = 'Rating must be between 0.5 and 5 in half stars'
export const PLATFORM_RANGE = `A platform must have 1 to ${PLATFORM_LENGTH} characters`
export const TEXT_REQUIRED = 'Review text is required'
export const TEXT_TOO_LONG = 'Review must be 5000 characters or less'

export const reviewTitle = (author: string, game: string): string => `${author}’s review of ${game}`

export const NAME_WHICH_REVIEWS = 'Name a game, a member, saved=1 or latest=1'

/** The journal keeps the earlier of two reviews when an admin merges their games. */
export const earlierReviewTitle = (game: string, stars: number) => `Earlier review of ${game}, ${stars} of 5 stars`
