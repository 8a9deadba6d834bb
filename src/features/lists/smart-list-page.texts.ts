import { counted } from '#shared/counted.ts'
import { GAMES_MAX } from './lists.rules.ts'

const NONE_FITS = 'No game fits its filters now.'

/** Of the page of a smart list, and of the dialog that makes one. */
export const SMART_LIST_PAGE_TEXTS = {
  saveAs: 'Save as smart list',
  tellMe: 'Tell me of new games',
  tells: `Once a day at most, and while it has fewer than ${counted(GAMES_MAX, 'game')}.`,
  noneFits: `${NONE_FITS} If a series or a genre in them is gone, choose another.`,
  noneFitsOthers: NONE_FITS,
  unknown: 'Its filters name what no game has any more.',
  pin: 'On your profile, for those who may see it.',
  saved: 'Smart list saved',
} as const

export const saveToText = (title: string) => `Save to ${title}`
