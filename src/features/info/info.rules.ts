/** The info pages that are Markdown files (G17). */
export const INFO_PAGES = ['about', 'faq', 'privacy', 'terms'] as const
export type InfoPageName = (typeof INFO_PAGES)[number]

/** The topics of a contact message (G18). */
export const CONTACT_TOPICS = ['Support', 'Bug', 'Feedback', 'Privacy', 'Other'] as const
export type ContactTopic = (typeof CONTACT_TOPICS)[number]

/** Limits of the contact form, in characters (code points) after trimming (G18). */
export const CONTACT_NAME_MAX = 80
export const CONTACT_MESSAGE_MIN = 10
export const CONTACT_MESSAGE_MAX = 2000

/** Days until a closed contact message is deleted. The privacy page states this number. */
export const CLOSED_MESSAGE_DAYS = 180
