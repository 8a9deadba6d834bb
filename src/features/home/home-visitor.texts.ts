/** Of a visitor’s home page. */
export const VISITOR_TEXTS = {
  about:
    'A library, a journal and a feed for people who play games: log what you play, say how it went, see what your friends are up to.',
  /** Whose rating it is: only members give stars (decision 0101). */
  best: 'Highest IGDB scores',
  side: 'Games, reviews, lists and challenges',
  nobodyYet: 'What members log and share with everybody appears here.',
  slogan: (productName: string) =>
    `${productName} is a library, a journal and a feed for people who play: log what you play, say how it went, see what your friends are up to.`,
} as const
