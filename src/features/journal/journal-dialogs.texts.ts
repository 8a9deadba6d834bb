import { GAMES_THAT_BELONG_TOGETHER } from '#shared/sentences.ts'
import type { EntryType } from './journal.endpoints.ts'

export const ENTRY_HINTS: Record<EntryType, string> = {
  progress: 'How far you are in a game, and how long it took.',
  review: 'What you think of a game, for others or only for you.',
  daily: 'A few words about your day.',
  list: GAMES_THAT_BELONG_TOGETHER,
}

/** Of the dialogs for an entry. */
export const ENTRY_DIALOG_TEXTS = {
  deleteReview: (likes: string) => `The review is deleted too${likes}.`,
  deleteList: (likes: string) => `The list is deleted too${likes}.`,
  deleteProgress: 'Your library keeps the progress that you logged.',
  deleteDaily: 'This cannot be undone.',
  reviewReplaced: 'You have reviewed this game. Saving replaces your review.',
  newTotal: (hours: string) => `The new total. So far it is ${hours}.`,
  total: 'The total so far.',
  whereNow: 'Where are you now?',
  reviewExample: 'What was it like?',
  publicReview: 'Everybody can read it.',
  dayExample: 'What did you play, and how was it?',
  reviewTooLong: 'This review is longer than one of the journal may be.',
  ownPage: 'Edit it on its own page',
  lowerTotal: 'Save a lower total?',
  lowerTotalText: (stored: string, typed: string) =>
    `Your library has ${stored} for this game. Saving makes it ${typed}.`,
} as const
