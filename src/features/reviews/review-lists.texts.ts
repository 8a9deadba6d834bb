const SAY_IT = 'Say what stayed with you, in one line or in many.'

/** Of lists of reviews. */
export const REVIEW_LIST_TEXTS = {
  noneFound: 'No public review fits these filters.',
  noneOfGame: `There is no public review of it yet. ${SAY_IT}`,
  friendRatings: 'Ratings of people you know',
  friends: 'People you know',
  beside: 'Your library, people you know and more by the author',
  noneOfMember: 'Open a game that you have an opinion about. One honest line is a review.',
  noneSaved: 'Press the bookmark under a review that you want to read again, and find it here.',
  notLoaded: 'The reviews could not be loaded. Nothing is lost.',
  noneBy: (name: string) => `${name} has no public review so far.`,
} as const

export const REVIEW_AND_COMMENTS = 'The review and its comments'
