/** Of a visitor’s home page. */
export const VISITOR_TEXTS = {
  about:
    'A shelf, a diary and a feed for people who play games: log what you play, say how it went, see what your friends are up to.',
  nobodyYet: 'Nobody has logged a game here yet. Be the first.',
  slogan: (productName: string) =>
    `${productName} is a shelf, a diary and a feed for people who play: log what you play, say how it went, see what your friends are up to.`,
} as const
