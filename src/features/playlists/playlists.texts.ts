import { gamesText, plural } from '#shared/counted.ts'
import { CHANGED_BY_SOMEONE, LIBRARY_SAFE, tooLongText } from '#shared/sentences.ts'
import { DESCRIPTION_MAX, GAMES_MAX, type PlaylistType, TAG_MAX, TAGS_MAX, TITLE_MAX } from './playlists.rules.ts'

/** Shown when playlists could not be loaded. */
export const LIST_FAILED = 'The playlists could not be loaded.'
export const PLAYLISTS_FAILED = `${LIST_FAILED} ${LIBRARY_SAFE}`

/** The labels of the types (R-PLDATA-16). */
export const TYPE_LABELS: Record<PlaylistType, string> = {
  featured: 'Featured',
  collection: 'Collection',
  event: 'Event',
  genre: 'Genre',
  custom: 'Custom',
}

/** The links from the page of all playlists to one type; the showcase has its documented words (R-SHOW-04, G34). */
export const SEE_ALL: Record<PlaylistType, string> = {
  featured: 'See all featured',
  collection: 'See all collections',
  event: 'See all events',
  genre: 'See all genres',
  custom: 'See all others',
}

/** The sentences of the server and the forms (G35, G37, C29, C30). */
export const PLAYLIST_TEXTS = {
  missing: 'Playlist not found',
  /** R-PLED-18. */
  title: 'Please enter a playlist title',
  titleTooLong: tooLongText('Title', TITLE_MAX),
  descriptionTooLong: tooLongText('Description', DESCRIPTION_MAX),
  type: 'Choose a type: featured, collection, event, genre or custom',
  coverImage: 'Enter an http or https address',
  color: 'Enter a colour such as #1a2b3c',
  tooManyTags: `Use at most ${TAGS_MAX} tags`,
  tagTooLong: tooLongText('A tag', TAG_MAX),
  date: 'Enter a date',
  endBeforeStart: 'End date must be after start date',
  tooManyGames: `Playlist can contain at most ${GAMES_MAX} games`,
  /** R-PLDATA-14; the ids follow in `details.gameIds`. */
  missingGames: 'Foreign key constraint violation',
  /** R-PLDATA-15. */
  associationFailed: 'Failed to associate games with playlist',
  /** G59. */
  changed: CHANGED_BY_SOMEONE,
  cacheType: 'The type is playlists',
} as const

/** The toasts of the editor (R-PLED-07, R-PLED-23..27). */
export const EDITOR_TOASTS = {
  gameAdded: 'Game Added',
  created: 'Playlist created successfully',
  updated: 'Playlist updated successfully',
  searchFailed: 'Failed to search games',
  createFailed: 'Failed to create playlist',
  updateFailed: 'Failed to update playlist',
} as const

/** What the jobs do, for admins. */
export const PLAYLIST_JOBS = {
  removeDeleted: 'Removes playlists that were deleted too long ago to be restored.',
} as const

/** Of the pages. */
export const PLAYLIST_PAGE_TEXTS = {
  onlyAdmins: 'Only admins see this page.',
  addFirst: 'Add the first one in the editor.',
  noGames: 'They appear here as soon as there are some.',
  gone: 'It was here a moment ago. There are others.',
  none: 'Collections, events and favourites of this site appear here as soon as one is published.',
  noneOfType: (type: string) => `${type} playlists appear here as soon as one is published.`,
  unlisted: (count: number) =>
    `${gamesText(count)} of this playlist ${plural(count, 'is', 'are')} no longer in the catalogue. Only admins see this.`,
} as const
