const DAY = 24 * 60 * 60
/** A remembered session lives this long after its last renewal (C66). One that is not remembered lives a day, which better-auth decides. */
export const SESSION_SECONDS = 30 * DAY
/** Minimum interval between renewals of a session in use. */
export const RENEWAL_SECONDS = DAY
