/** Texts of the release calendar, each in one place. */
export const RELEASE_TEXTS = {
  about: 'Upcoming games by week, and when the games that you want to play come out.',
  failed: 'The release calendar could not be loaded. Please try again.',
  linkFailed: 'The address could not be changed. Please try again.',
  linkMissing: 'The address of your calendar could not be loaded.',
  none: 'No game in the catalogue has a future release date.',
  noneOut: 'No game in the catalogue came out in the last 30 days.',
  noneOfPlatform: 'No game of this platform is in this part of the calendar. Other platforms may have some.',
  noneOfMine:
    'None of the games in your library is in this part of the calendar. Mark a game as “Want to Play” to find it here.',
  calendar:
    'The releases of the games that you want to play, for a calendar elsewhere. It stays up to date. Who has the address sees them, so do not share it.',
} as const

/** The sentence of the notification. */
export const outToday = (game: string): string => `${game} is out today`

export const RELEASES_JOB = 'Notifies members whose game is out today.'

export const CALENDAR_TEXTS = {
  notCopied: 'The address could not be copied',
  renewed: 'New address; the old one no longer works',
} as const
