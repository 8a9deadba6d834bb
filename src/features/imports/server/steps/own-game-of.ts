import { type OwnGameFacts, ownGameFacts } from '#features/catalogue/own-games.rules.ts'
import type { SizedRecord } from '../../imported-record.rules.ts'

/** Returns the game of the member's own that a record would become. */
export const ownGameOf = (record: SizedRecord, now: Date): OwnGameFacts | undefined =>
  ownGameFacts(
    {
      name: record.title,
      year: record.release_year,
      platform: record.platforms[0] ?? record.playthroughs.find(({ platform }) => platform !== null)?.platform ?? null,
    },
    now,
  )
