/** The reasons for a report (G21). */
export const REASONS = ['spam', 'harassment', 'hate', 'sexual', 'spoiler', 'other'] as const
export type ReportReason = (typeof REASONS)[number]

/** The largest number of characters (code points) of a member's or an admin's text, after trimming (G21). */
export const TEXT_MAX = 500

/** The largest number of characters of the address of a source. */
export const SOURCE_MAX = 500

/** The outcomes of a report (G21). A warning leaves the content visible; `correct` is for wrong facts alone. */
export const OUTCOMES = ['keep', 'correct', 'hide', 'warn', 'disable'] as const
export type Outcome = (typeof OUTCOMES)[number]

/** Returns the status of a handled report: the item stays, or only its author and admins see it. */
export const statusOf = (outcome: Outcome): 'kept' | 'removed' =>
  outcome === 'hide' || outcome === 'disable' ? 'removed' : 'kept'
