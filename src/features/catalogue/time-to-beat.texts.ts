export const TIME_TO_BEAT = 'Time to beat'
export const ANY_LENGTH = 'Any length'

/** Returns valid hours in words: 'Under 5 h', '5 to 10 h', '40 h or longer'. */
export function takesWords(value: string): string {
  const [from, to] = value.split('..')
  if (from === '0' && to) return `Under ${to} h`
  return to ? `${from} to ${to} h` : `${from} h or longer`
}

/** Returns the filter by them in words: 'Takes 5 to 10 h'. */
export const takesFilterWords = (value: string): string => `Takes ${takesWords(value).toLowerCase()}`
