/** Of a status that does not exist. */
export const STATUS_RANGE = 'Game status must be want_to_play, playing, completed or dropped'

/** Of a rating. */
export const RATING_RANGE = 'Rating must be a whole number from 1 to 10'

/** Status 400: a logged number of achievements is above those that the game has (G15). */
export const tooManyAchievements = (most: number) => `Achievements completed cannot be more than ${most}`

export const ENTRY_MISSING = 'This game is not in your library'
