/** Returns the ids of rows by game. An import may have written thousands of rows of a game, so no list is copied for each. */
export const idsByGame = (rows: readonly { id: string; game_id: string }[]): Map<string, string[]> =>
  new Map([...Map.groupBy(rows, ({ game_id }) => game_id)].map(([gameId, of]) => [gameId, of.map(({ id }) => id)]))
