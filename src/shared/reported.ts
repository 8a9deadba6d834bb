/** What a visitor is told who reports something. */
export const SIGN_IN_TO_REPORT = 'Please sign in to report'

/** What members report to the admins (G21). A kind that comes later is a name here and its owner in `app/features.ts`. */
export const REPORTED_TYPES = ['profile', 'activity', 'comment', 'message'] as const
export type ReportedType = (typeof REPORTED_TYPES)[number]

export interface ReportedRef {
  itemType: ReportedType
  itemId: string
}
