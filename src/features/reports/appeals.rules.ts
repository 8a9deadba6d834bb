/** What a member appeals against: a text was hidden after a report, or declined while it waited, or the account was disabled. */
export const APPEAL_KINDS = ['hidden', 'declined', 'suspension'] as const
export type AppealKind = (typeof APPEAL_KINDS)[number]

export const APPEAL_STATES = ['waiting', 'accepted', 'declined'] as const
export type AppealState = (typeof APPEAL_STATES)[number]

/** The number of characters (code points) of an appeal, after trimming. */
export const APPEAL_MIN = 10
export const APPEAL_MAX = 1000
/** The largest number of characters of the sentence with which an appeal is declined. */
export const ANSWER_MAX = 500
