import { FIELD_TEXTS } from '#features/accounts/accounts.texts.ts'

export const EDIT_TEXTS = {
  bioTooLong: 'Bio must be 500 characters or less',
  locationTooLong: 'Location must be 100 characters or less',
  locationCharacters: 'Location contains characters that cannot be shown',
  websiteTooLong: 'Website must be 200 characters or less',
  websiteInvalid: 'Please enter a web address, such as https://example.com',
  /** The documented texts (G43). */
  noImage: 'Please choose an image file',
  imageTooLarge: 'Image must be 5 MB or smaller',
  timeZoneUnknown: 'Please choose a time zone',
  pronounsTooLong: 'Pronouns must be 40 characters or less',
  pinnedLineTooLong: 'Pinned line must be 120 characters or less',
  oneLineOnly: 'This must be one line without hidden characters',
  tooManyLinks: 'At most four addresses, one on each line',
  linkInvalid: (line: string) => `This is not a web address: ${line}`,
  imageTooManyPixels: 'This image has too many pixels. Please choose a smaller one',
  notOwn: 'You can only change your own profile',
  usernameFixed: (days: number, date: string) =>
    `A username can be changed once in ${days} days. Yours can be changed on ${date}`,
  imageHint: 'PNG, JPEG, WebP or GIF, up to 5 MB',
  imageNotSaved: 'The picture could not be saved',
  notSaved: 'Your profile was not saved',
} as const

export const PROFILE_SETTINGS = {
  picture: 'Shown beside everything you do. The middle of the picture is used.',
  about: 'What your profile shows, and how people find you.',
  waits: 'A moderator reads your latest texts before others see them. Until then others see what was there before.',
  declined: (note: string) => `A moderator has declined your latest texts, so only you see them. ${note}`.trim(),
  pinnedLineHint: 'Stands above your bio',
  moreLinksHint:
    'One address on each line, at most four. A page that links back to your profile with rel="me" is marked as yours.',
  usernameFreeAt: (date: string) => `Can be changed again on ${date}`,
  usernameStays: `${FIELD_TEXTS.usernameHint}. Once changed, it stays for 30 days`,
} as const

/** Of the dialog for a missing name or username. */
export const INCOMPLETE_TEXTS = {
  nameMissing: 'Choose the name that others see.',
  usernameMissing: 'Choose the name under which people find you.',
  about: 'People find and mention you by these. You can do it later.',
} as const

/** Of the time zone. */
export const TIME_ZONE_TEXTS = {
  notLoaded: 'Your time zone could not be loaded.',
  about: 'When your days and years begin: for streaks, sessions and “this year”.',
} as const
