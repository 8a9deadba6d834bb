/** Of changes of several games. */
export const BULK_TEXTS = {
  nothing: 'Choose a platform or a date',
  notPlayed: (name: string) => `You want to play “${name}”: platform and dates are for games that you have begun`,
  wrongOrder: (name: string) => `“${name}” cannot end before it started`,
  noEnd: (name: string) => `You are playing “${name}”, so that it has no last day`,
} as const
