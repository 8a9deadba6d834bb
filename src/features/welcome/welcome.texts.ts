/** Of the first steps. */
export const WELCOME_TEXTS = {
  noGameFound: 'Try fewer letters, or another of its names.',
  peopleNotLoaded: 'The people could not be loaded.',
  noPeopleTitle: 'You are among the first',
  noPeople: 'Nobody to suggest yet. People who join after you will find you.',
  bioHint: 'What you play, and how.',
  failed: 'Something went wrong. What you chose is saved. Please try again.',
  profile: 'This is how people will know you.',
  three: 'Three short steps, and you can skip each.',
  games: 'Choose a mark, then tap every game that it applies to. Tap again to remove it.',
  people: 'What they play and write comes to your home page. They need not follow you back.',
  importQuestion: 'Your games are in another tracker?',
  about: 'Your first steps.',
} as const
