export const SPOILING = 'The text gives away a part of the game.'
export const spoilingReviewText = (stars: string): string => `${stars}. ${SPOILING}`
export const moreBy = (name: string): string => `More by ${name}`
