import { ensureGames } from '#features/catalogue/server/catalogue.service.ts'
import { canonicalGameId } from '#shared/ids.ts'
import { Refusal } from '#shared/refusal.ts'
import type { ImportedRecord } from '../../imported-record.rules.ts'
import type { Match } from '../matching/match-records.ts'
import type { StepDeps } from '../running/step.ts'

/**
 * Fetches games that the file names by their id at IGDB and that are not stored yet, in batches, and matches their records
 * again. Changes `matches`. If the source does not answer, the records stay as they are, and the member decides.
 */
export async function loadNamedGames(
  deps: StepDeps,
  records: readonly ImportedRecord[],
  matches: Match[],
  match: (records: readonly ImportedRecord[]) => Promise<Match[]>,
): Promise<void> {
  const open = records.flatMap((record, n) => {
    const gameId = record.ids.igdb === undefined ? null : canonicalGameId(`igdb_${record.ids.igdb}`)
    return matches[n]?.state !== 'matched' && gameId !== null ? [{ n, record, gameId }] : []
  })
  if (open.length === 0) return
  try {
    await ensureGames(deps, [...new Set(open.map(({ gameId }) => gameId))], deps.clock())
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return
  }
  const again = await match(open.map(({ record }) => record))
  for (const [at, { n }] of open.entries()) matches[n] = again[at] as Match
}
