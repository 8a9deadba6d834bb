export const LOG_WORDS = 'log this game, rate it, finished it, play session'

export const logText = (name: string): string => `Log ${name}`
