import * as z from 'zod/mini'
import { UpstreamError } from '#server/upstream.ts'
import { timeToBeatOf } from '../../../time-to-beat.rules.ts'
import type { TimeToBeat } from '../../../time-to-beat.schemas.ts'
import { validOrNull } from '../facts.ts'
import type { IgdbClient } from './igdb-client.ts'
import { anyOf, queryText } from './igdb-query.ts'

const seconds = validOrNull(z.number())
const TimesRow = z.object({
  game_id: z.number().check(z.int(), z.minimum(1)),
  hastily: seconds,
  normally: seconds,
  completely: seconds,
  count: seconds,
})

/** The times of games by their numbers at IGDB; null for a game without. */
export type TimesOf = (number: number) => TimeToBeat | null | undefined

/**
 * Asks IGDB for the times of at most `MAX_ROWS` games, which an endpoint of its own has. If that fails, the times of all are
 * undefined, which leaves stored ones as they are: a game without its times is better than none.
 */
export async function askTimes(client: IgdbClient, numbers: readonly number[]): Promise<TimesOf> {
  const query = queryText({
    fields: ['game_id', 'hastily', 'normally', 'completely', 'count'],
    where: [anyOf('game_id', numbers)],
    limit: numbers.length,
  })
  try {
    const times = timesOf((await client.ask('game_time_to_beats', query)).rows)
    return (number) => times.get(number) ?? null
  } catch (error) {
    if (error instanceof UpstreamError) return () => undefined
    throw error
  }
}

/** Parses rows; of several for one game the one that more people gave counts. */
function timesOf(rows: readonly unknown[]): ReadonlyMap<number, TimeToBeat> {
  const times = new Map<number, TimeToBeat>()
  for (const row of rows) {
    const result = z.safeParse(TimesRow, row)
    if (!result.success) continue
    const { game_id, hastily, normally, completely, count } = result.data
    const given = timeToBeatOf({ story: hastily, extras: normally, all: completely, count }, 'igdb')
    const known = times.get(game_id)
    if (given && (!known || (given.count ?? 0) > (known.count ?? 0))) times.set(game_id, given)
  }
  return times
}
