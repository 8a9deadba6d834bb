/** Sentences that several features say. This file imports nothing, so that every page can afford it. */

/** For a bug, or when another server answers in place of ours. */
export const SOMETHING_WENT_WRONG = 'Something went wrong.'
/** For an exhausted budget, and for too many wrong passwords. */
export const TOO_MANY_ATTEMPTS = 'Too many attempts. Please try again later.'

/** Of the contact form (G18). */
export const TOO_MANY_MESSAGES = 'Too many messages. Please try again later.'
/** For a search that failed. The search for games has its documented sentence in catalogue.texts.ts. */
export const SEARCH_ERROR = 'The search failed. Please try again.'
/** For a search without results. */
export const noResultsText = (words: string) => `No results for “${words}”`
/** The documented message of PGRST301 (R-MODAL-10). */
export const TOO_MANY_REQUESTS = 'Too many requests. Please wait a moment before trying again.'
