/** The documented texts about achievements, and those of refused requests. */
export const ACHIEVEMENT_TEXTS = {
  /** Status 400 (R-BADGE-03). */
  batchRequired: 'Game ID and a non-empty achievements list are required',
  /** Status 500 (R-BADGE-04). */
  batchFailed: 'Failed to batch create achievements',
  missing: 'Achievement not found',
  nameRequired: 'Achievement name is required',
  iconNotHttps: 'Icon address must begin with https://',
  signInToTick: 'Please sign in to tick achievements',
  tickFailed: 'Failed to tick the achievement',
  untickFailed: 'Failed to untick the achievement',
} as const
