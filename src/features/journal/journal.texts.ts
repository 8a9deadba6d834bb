import { ADDING_FAILED } from '#features/catalogue/catalogue.texts.ts'
import { RATING_RANGE } from '#features/library/entry-values.texts.ts'
import { CHANGED_BY_SOMEONE } from '#shared/sentences.ts'
import { TITLE_LENGTH } from './journal.rules.ts'

/** Shown when entries could not be loaded. */

const SAVE_FAILED = 'Failed to save journal entry'

/** Documented texts of the journal. A toast has the store's text as title, the dialog's as description (C19). */
export const JOURNAL_TEXTS = {
  added: { title: 'Entry added successfully', text: 'New journal entry created successfully' },
  updated: { title: 'Entry updated successfully', text: 'Journal entry updated successfully' },
  deleted: 'Entry deleted successfully',
  addFailed: { title: 'Failed to add entry', text: SAVE_FAILED },
  updateFailed: { title: 'Failed to update entry', text: SAVE_FAILED },
  deleteFailed: 'Failed to delete entry',
  loadFailed: 'Failed to load journal entries',
  searchFailed: 'Failed to search for games. Please try again.',
} as const

/** R-JOUR-19. */
export const SIGN_IN_REQUIRED = 'No authenticated user'
/** G59. */
export const CHANGED_BY_SOMEBODY = CHANGED_BY_SOMEONE
export const ENTRY_NOT_FOUND = 'Journal entry not found'
/** R-JOUR-22. */
export const ADD_GAME_FAILED = ADDING_FAILED
/** R-JOUR-20. */
export const gameMissing = (id: string) =>
  `Game with ID ${id} not found in the database. Please make sure the game exists before adding an entry.`

/** The error of each field, for the form and the API. */
export const FIELD_TEXTS = {
  type: 'Entry type must be progress, review, daily or list',
  date: 'Date must be a day as YYYY-MM-DD, today in your time zone',
  game: 'Please select a game',
  progress: 'Progress must be a whole number from 0 to 100',
  hours: 'Hours Played is required and must be 0 or more',
  description: 'Description must be 500 characters or less',
  content: 'Content is required',
  dailyTooLong: 'Content must be 500 characters or less',
  reviewTooLong: 'Content must be 1000 characters or less',
  rating: RATING_RANGE,
  title: 'Title is required',
  titleTooLong: 'Title must be 150 characters or less',
  games: 'Content must be a JSON array of games',
  sameType: 'The type of an entry cannot change',
  sameGame: 'The game of a review cannot change',
  tooManyGames: 'A list in the journal can contain at most 100 games',
} as const

/** The title of one of several entries that keep one text; as long as a title may be. */
export function partTitle(title: string, part: number, parts: number): string {
  const end = parts > 1 ? ` (${part} of ${parts})` : ''
  const signs = [...title]
  const most = TITLE_LENGTH - end.length
  return (signs.length > most ? `${signs.slice(0, most - 1).join('')}…` : title) + end
}
