import { FAVOURITES_MAX } from '#features/profiles/profiles.rules.ts'
import { pickedUpText } from '#shared/sentences.ts'

/** Of the favourites of a profile. */
export const FAVOURITES_TEXTS = {
  pickedUp: (name: string) => `${pickedUpText(name)} Move it with the arrow keys, or choose its new place.`,
  chooseNewPlace: (name: string) => `Press the new place of ${name}, or use the arrow keys.`,
  pressCover: 'Press a cover to move or remove it.',
  emptyTitle: 'Four games that say who you are',
  empty: 'They are at the top of your profile, where everybody sees them first.',
  howMany: `Up to ${FAVOURITES_MAX} games, in the order in which they are shown.`,
} as const
