import { PINS_MAX } from './pins.rules.ts'

/** Of the dialog for what is pinned. */
export const PINS_DIALOG_TEXTS = {
  unpinFirst: 'Unpin one of them first.',
  none: 'Nothing is pinned yet.',
  noGameFound: 'No game of yours has that name.',
  nothingShared: 'Nothing shared yet.',
  noReview: 'No public review yet.',
  noList: 'No shared list yet.',
  changedMeanwhile: (titles: string) => `Now there: ${titles}. Save once more to keep your choice.`,
  about: `Up to ${PINS_MAX} things, in the order in which they are shown.`,
} as const
