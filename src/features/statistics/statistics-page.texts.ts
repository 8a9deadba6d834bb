export const statisticsAboutText = (games: string, hours: string, name: string): string =>
  `${games}, ${hours} played: what ${name} plays, in charts.`
