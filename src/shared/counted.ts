const RULES = new Intl.PluralRules('en')

/** Returns the text for a count: `one` for 1, otherwise `many`; without `many` it is `one` with an 's'. */
export const plural = (count: number, one: string, many = `${one}s`): string =>
  RULES.select(count) === 'one' ? one : many

/** Returns a number with its noun: '1 reply', '1,200 replies'. */
export const counted = (count: number, one: string, many?: string): string =>
  `${count.toLocaleString('en')} ${plural(count, one, many)}`

export const gamesText = (count: number): string => counted(count, 'game')
