/** What a notification means; the notification itself names the game. */
export const RECOMMENDED_HINT = 'A friend recommends a game to you'
export const ANSWERED_HINT = 'A friend adds or finishes a game that you recommended'
export const recommendsSentence = (game: string | undefined): string => `recommends ${game ?? 'a game'} to you`
export const ANSWERED = 'answered your recommendation'
