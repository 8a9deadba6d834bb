/**
 * Returns how alike two shelves are, from 0 to 1: the games that both have, of all that either has. A huge shelf has many
 * games in common with everybody and is like nobody's.
 */
export const likenessOf = ({ mine, games, common }: { mine: number; games: number; common: number }): number =>
  common === 0 ? 0 : common / (mine + games - common)
