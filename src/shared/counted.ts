/** Returns a number with its noun: '1 reply', '1,200 replies'. `many` is the plural; without it `one` with an 's'. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`
