export const spoilingReviewText = (stars: string): string => `${stars}. The text gives away a part of the game.`
