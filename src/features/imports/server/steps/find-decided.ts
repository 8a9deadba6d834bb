import { findByOwnKeys, ownGameKey } from '#features/catalogue/server/catalogue.service.ts'
import { type GameId, isOwnGameId, type UserId } from '#shared/ids.ts'
import type { ImportedRecord } from '../../imported-record.rules.ts'
import type { StepDeps } from '../running/step.ts'
import { ownGameOf } from './own-game-of.ts'

/** The game that a record has been before. */
export interface Decided {
  state: 'matched'
  gameId: GameId
  by: 'own-game' | 'before'
}

/**
 * Finds the records that the member has made games of their own, in this import or an earlier one: the same file changes
 * nothing a second time. A game that was joined to one of the catalogue since is that one.
 */
export async function findDecided(
  { db, clock }: Pick<StepDeps, 'db' | 'clock'>,
  userId: UserId,
  records: readonly ImportedRecord[],
): Promise<(Decided | undefined)[]> {
  const keys = records.map((record) => {
    const facts = ownGameOf(record, clock())
    return facts && ownGameKey(facts)
  })
  const known = await findByOwnKeys(
    db,
    userId,
    keys.filter((key) => key !== undefined),
  )
  return keys.map((key) => {
    const gameId = key === undefined ? undefined : known.get(key)
    return gameId && { state: 'matched', gameId, by: isOwnGameId(gameId) ? 'own-game' : 'before' }
  })
}
