/** '1 game', '1,206 games'. */
export const gamesText = (games: number): string => `${games.toLocaleString('en')} ${games === 1 ? 'game' : 'games'}`

/** '1 day', '12 days'. */
export const daysText = (days: number): string => `${days} ${days === 1 ? 'day' : 'days'}`

/** Stars with one decimal, as averages are shown: '3.7'. */
export const averageText = (stars: number): string => stars.toFixed(1)
