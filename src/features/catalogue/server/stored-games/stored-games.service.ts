// What other features use of the stored games.
export type { GameDetails } from './store-games.ts'
