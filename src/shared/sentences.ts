/** Sentences that several features say. This file imports nothing, so that every page can afford it. */

/** For a bug, or when another server answers in place of ours. */
export const SOMETHING_WENT_WRONG = 'Something went wrong.'
/** For an exhausted budget, and for too many wrong passwords. */
export const TRY_LATER = 'Please try again later.'
export const TOO_MANY_ATTEMPTS = `Too many attempts. ${TRY_LATER}`

/** Of the contact form (G18). */
export const TOO_MANY_MESSAGES = `Too many messages. ${TRY_LATER}`
/** For what only admins, or only moderators and admins may do. */
export const ADMINS_ONLY = 'Unauthorized: Admin access required'
export const MODERATORS_ONLY = 'Unauthorized: Moderator access required'
/** For a search that failed. The search for games has its documented sentence in catalogue.texts.ts. */
export const SEARCH_ERROR = 'The search failed. Please try again.'
/** For a search without results. */
export const noResultsText = (words: string) => `No results for “${words}”`
/** The documented message of PGRST301 (R-MODAL-10). */
export const TOO_MANY_REQUESTS = 'Too many requests. Please wait a moment before trying again.'
/** G59: for a save over a version that somebody else has replaced. */
export const CHANGED_BY_SOMEONE = 'This item was changed by someone else'
/** For a save over what another tab or person has changed. `thing`: 'copy'. */
export const changedElsewhere = (thing: string): string =>
  `This ${thing} was changed elsewhere. Save again to replace that.`
/** For a copy that the browser refuses. */
export const COPYING_NOT_ALLOWED = 'The browser does not allow copying'
/** For a page number after the last page of a list. */
export const PAGE_MISSING = 'This page does not exist'
/** For a failure whose cause is unknown. */
export const PLEASE_TRY_AGAIN = 'Please try again.'
/** For a list that could not be loaded. */
export const NOTHING_LOST = 'Nothing is lost. Please try again.'
/** For an item that could not be deleted. */
export const STILL_THERE = 'It is still there.'
/** The hint of a private text. */
export const ONLY_YOU_CAN_READ = 'Only you can read it.'
/** For a list whose new order could not be saved. */
export const ORDER_NOT_SAVED = 'The order was not saved'
/** What a collection and a list are for. */
export const GAMES_THAT_BELONG_TOGETHER = 'Games that belong together.'
/** The example in the title field of a list and a playlist. */
export const TITLE_EXAMPLE = 'Games for a rainy day'
/** The confirmation before something is deleted. */
export const CANNOT_UNDO = 'You cannot undo this.'
/** For a list of members. */
export const MEMBERS_FAILED = 'The members could not be loaded.'
/** After the sentence of a failure: what the failure did not touch. */
export const DATA_SAFE = 'Your data is safe.'
export const ENTRIES_SAFE = 'Your entries are safe.'
export const LIBRARY_SAFE = 'Your library is safe.'
export const LIBRARY_UNCHANGED = 'Your library stays as it is.'
export const GAMES_FAILED = 'The games could not be loaded.'
/** In an editor whose subject somebody has deleted meanwhile. */
export const TYPED_IS_HERE = 'What you typed is still here.'
/** Admins and moderators are the team: nobody who reads it needs to know which of them it was. */
export const HIDDEN_BY_TEAM = 'Hidden by the team of this site.'
/** For a list in which a member may have so many things. */
export const atMostText = (most: number, things: string) => `You can have at most ${most} ${things}`
/** For a field with too many characters. */
export const tooLongText = (field: string, most: number | string) => `${field} must be ${most} characters or less`
export const starsText = (stars: number | string) => `${stars} of 5 stars`
/** Speaks the start of a move in a list. */
export const pickedUpText = (name: string) => `${name} is picked up.`
/** The label of a button that moves an item of a list. */
export const moveToTopText = (name: string) => `Move ${name} to the top`
/** The reason for a group of search results that were found by their titles. */
export const titleHasText = (text: string) => `whose title has “${text}”`
/** For an undo that failed. */
export const notBackText = (name: string) => `${name} did not come back`

/** Says which place an item of an ordered list has; `at` counts from 0. */
export const placeText = (name: string, at: number, total: number): string => `${name}: place ${at + 1} of ${total}`

/** To the author of a text that waits for a moderator. */
export const LOOKED_AT_FIRST = 'A moderator looks at it before others see it.'
/** Under a field whose words a member reads. */
export const SENT_WITHOUT_NAME = 'It is sent unchanged, without your name.'
