import { SOMETHING_WENT_WRONG, TOO_MANY_REQUESTS, TRY_LATER } from '#shared/sentences.ts'

/** Shown when a member’s own profile could not be loaded. */
export const OWN_PROFILE_FAILED = 'Your profile could not be loaded.'

/** For a save over favourites that another device has changed. */
export const FAVOURITES_CHANGED_ELSEWHERE = 'Your favourites were changed on another device'

/** The reasons why a profile is not shown, with their texts (R-MODAL-06..12). */
export const PROFILE_TEXTS = {
  NETWORK_ERROR: 'Connection issue. Please check your internet and try again.',
  PROFILE_NOT_FOUND: 'This profile is not available or may have been removed.',
  PERMISSION_DENIED: "You don't have access to view this profile.",
  RATE_LIMITED: TOO_MANY_REQUESTS,
  VALIDATION_ERROR: 'Invalid profile information provided.',
  UNKNOWN_ERROR: `${SOMETHING_WENT_WRONG} ${TRY_LATER}`,
} as const
export type ProfileErrorKind = keyof typeof PROFILE_TEXTS

/** Shown when the last retry has failed (R-MODAL-06). */
export const RETRIES_USED_UP = 'Maximum retry attempts reached'

/** The text of a shared link (G46). */
export const profileShareText = (name: string, productName: string) =>
  `Check out ${name}'s gaming profile on ${productName}`
/** The text to paste into Discord (G46). */
export const discordText = (name: string, text: string, url: string) => `🎮 **${name}** – ${text}\n${url}`

/** Labels of a member's statistics. The library's own view also counts dropped games, so its "Played" differs (C03). */
export const FIGURE_NAMES = {
  /** completed + playing */
  played: 'Completed or playing',
  /** the part of them that was added this year */
  playedThisYear: 'New this year',
  backlog: 'Backlog',
  /** played of played and backlog (C25) */
  completion: 'Backlog cleared',
  /** completed of played (C25) */
  completionRate: 'Completion rate',
} as const

/** On the profile of a member without anything that the viewer may see. */
export const nothingShared = (name: string): string => `${name} shows no activity.`

/** What the jobs do, for admins. */
export const PROFILE_JOBS = {
  fetchPicture: 'Fetches the picture of a member who signed up with another account.',
  checkLinks: 'Looks whether the pages to which profiles link link back to them.',
} as const

/** Of a link of a profile whose page links back to it. */
export const VERIFIED_LINK = 'Verified: this page links back to the profile'

export const INVITE_ABOUT = 'Send your profile to somebody you play with. They can look around, and sign up from there.'

export const PROFILE_NOT_SHOWN = 'This profile could not be shown. Nothing is lost.'
