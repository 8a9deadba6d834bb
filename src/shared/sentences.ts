/** Sentences that several features say. This file imports nothing, so that every page can afford it. */

/** A bug, or a server that answers in our place. */
export const SOMETHING_WENT_WRONG = 'Something went wrong.'
/** Of a budget that is used up, and of wrong passwords. */
export const TOO_MANY_ATTEMPTS = 'Too many attempts. Please try again later.'
/** The documented sentence of PGRST301 (R-MODAL-10). */
export const TOO_MANY_REQUESTS = 'Too many requests. Please wait a moment before trying again.'
