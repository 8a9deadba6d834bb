import { HOME_LISTS_MAX } from './lists.rules.ts'

/** Of lists on the home page of their owner. */
export const HOME_LIST_TEXTS = {
  pin: 'Pin to home',
  unpin: 'Unpin from home',
  hint: 'On your own home page, with what is new.',
  pinned: 'Pinned to your home page',
  unpinned: 'Unpinned from your home page',
  full: `At most ${HOME_LISTS_MAX} lists stand on your home page. Unpin one first.`,
  notChanged: 'The home page was not changed',
} as const
