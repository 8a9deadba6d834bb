import { LIBRARY_UNCHANGED } from '#shared/sentences.ts'

/** Shown when the feed could not be loaded. */
export const FEED_FAILED = 'The feed could not be loaded'

/** The refusal of a progress activity without progress. */
export const PROGRESS_RANGE_TEXT = 'Progress must be between 1 and 100'

export const ACTIVITY_NOT_FOUND = 'Activity not found'

export const DELETE_OWN_ACTIVITIES = 'You can only delete your own activities'

/** Of lists of activities and of one activity. */
export const ACTIVITY_TEXTS = {
  none: 'What is played and logged appears here.',
  gameFailed: 'Failed to fetch game activities',
  noneAbout: 'No activity is shared yet',
  logAndShare: 'What members log about this game and share appears here.',
  notLoaded: 'The activity could not be loaded',
  deleteTitle: 'Delete this activity?',
  delete: `It leaves your friends’ feeds too. ${LIBRARY_UNCHANGED}`,
  notDeleted: 'Failed to delete the activity',
  ownShown: `${FEED_FAILED}. These are your own activities.`,
  deleteMany: (count: number) => `Delete these ${count} activities?`,
} as const

export const NEW_IN_FEED = 'New activity in the feed'

export const waitText = (minutes: string): string => `Please wait ${minutes} before sharing another update.`
