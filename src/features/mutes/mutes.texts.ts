import type { FeedKind } from './mutes.rules.ts'

export const MUTE_REFUSALS = {
  self: 'You cannot mute yourself',
  word: 'One word of 2 to 40 letters and digits',
  span: 'Say how long it should be muted',
  past: 'The end must be in the future, within a year',
  tag: 'There is no such genre or theme',
  full: 'You have muted 1,000 things. Unmute some first.',
} as const

export const MUTES_JOB = 'Ends mutes whose time is over.'

/** The kinds of activities in a feed. */
export const FEED_KIND_TEXTS: Record<FeedKind, string> = {
  finished: 'Finished',
  started: 'Started',
  reviews: 'Reviews',
  progress: 'Progress',
  wants: 'Wants',
  other: 'Other',
}
