/** Sentences that several features say. This file imports nothing, so that every page can afford it. */

/** For a bug, or when another server answers in place of ours. */
export const SOMETHING_WENT_WRONG = 'Something went wrong.'
/** For an exhausted budget, and for too many wrong passwords. */
export const TOO_MANY_ATTEMPTS = 'Too many attempts. Please try again later.'

/** Of the contact form (G18). */
export const TOO_MANY_MESSAGES = 'Too many messages. Please try again later.'
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
/** For a copy that the browser refuses. */
export const COPYING_NOT_ALLOWED = 'The browser does not allow copying'
/** For a page number after the last page of a list. */
export const PAGE_MISSING = 'This page does not exist'
/** The text below PAGE_MISSING for a list of one page. */
export const ONE_PAGE = 'There is one page.'
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
/** Above a form that was filled with an unsent draft. */
export const RESTORED_DRAFT = 'This is what you had typed.'
/** For an admin’s list of members. */
export const MEMBERS_FAILED = 'The members could not be loaded.'
