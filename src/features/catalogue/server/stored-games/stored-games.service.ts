// What other features use of the stored games.
export { findMerged } from '../merged/merged-games.queries.ts'
export { REFRESHED_AT_ONCE } from './ages.ts'
export type { StoredOfSource } from './counts.queries.ts'
export { EXTERNAL_IDS, storeExternalIds } from './external-ids.queries.ts'
export { fillGames, restoreOrigins } from './imported-games.queries.ts'
export { nameKeyOf } from './same-name.ts'
export type { GameDetails } from './store-games.ts'
export { storeGames } from './store-games.ts'
