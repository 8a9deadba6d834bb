import { ENTRY_MISSING } from '#features/library/entry-values.texts.ts'

/** Of the achievements of a game and of a member. */
export const ACHIEVEMENT_LIST_TEXTS = {
  about: 'Your unlocked achievements, by date and by game.',
  ticksAppear: 'What you tick on the Achievements tab of a game appears here.',
  signIn: 'Sign in to tick what you have unlocked.',
  ticksNotLoaded: 'Your ticks could not be loaded.',
  notLoaded: 'The achievements could not be loaded',
  none: 'The list has not come from its source. Look again later.',
  members: 'Members are those who have ticked at least one achievement of this game.',
  ownNotLoaded: 'Your achievements could not be loaded. Nothing is lost.',
  ownNone: 'Open the Achievements tab of a game in your library, and tick what you have unlocked. It appears here.',
  noneInGame: 'Nothing ticked in this game',
  tickOnTab: 'Tick what you have unlocked on its Achievements tab.',
  addFirst: `${ENTRY_MISSING}. Add it to tick its achievements.`,
} as const

/** The title of a journal entry that keeps the achievements of a game from which the member has moved the library entry. */
export const tickedTitle = (game: string) => `Ticked in ${game}`
