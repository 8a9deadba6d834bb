export const MARK_RANGE = 'A spoiler mark is a percentage from 0 to 100'

export const TEXT_NOT_LOADED = 'The text could not be loaded'
