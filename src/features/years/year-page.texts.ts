export const YEAR_PAGE_TEXTS = {
  played: (hours: string, games: string, name: string, year: number) =>
    `${hours} played, ${games} finished: ${name} in ${year}.`,
  unplayed: (name: string, year: number) => `What ${name} played in ${year}.`,
} as const
