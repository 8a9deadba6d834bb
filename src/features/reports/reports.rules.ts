/** Why something is reported (G21). */
export const REASONS = ['spam', 'harassment', 'hate', 'sexual', 'spoiler', 'other'] as const
export type ReportReason = (typeof REASONS)[number]

/** Characters (code points) of what a member adds, and of what an admin writes, after trimming (G21). */
export const TEXT_MAX = 500

/** What an admin does about an item (G21). A warned member keeps what they wrote. */
export const OUTCOMES = ['keep', 'hide', 'warn', 'disable'] as const
export type Outcome = (typeof OUTCOMES)[number]

/** What a handled report says of its item: it stands, or it is seen by nobody but its author and admins. */
export const statusOf = (outcome: Outcome): 'kept' | 'removed' =>
  outcome === 'hide' || outcome === 'disable' ? 'removed' : 'kept'
