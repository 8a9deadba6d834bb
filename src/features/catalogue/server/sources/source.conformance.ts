import { describe, expect, test } from 'vitest'
import { canonicalGameId, type GameId } from '#shared/ids.ts'
import type { Source } from './source.ts'

/** What every source must hold, run by each source's own test with a game that it knows and one that it does not. */
export function describeSource(source: Source, samples: { known: GameId; name: string; unknown: GameId }): void {
  describe(`the source ${source.name}`, () => {
    test('answers with the game that was asked for, in our own words', async () => {
      const game = await source.fetchGame(samples.known)
      expect(game).toMatchObject({ id: samples.known, name: samples.name })
      expect(Number.isInteger(game?.firstReleaseDate)).toBe(true)
      expect(game?.genres.length).toBeGreaterThan(0)
      for (const term of [...(game?.genres ?? []), ...(game?.platforms ?? [])])
        expect(term).toEqual({ id: expect.any(Number), name: expect.any(String) })
    })

    test('answers null for a game that it does not know', async () => {
      expect(await source.fetchGame(samples.unknown)).toBeNull()
    })

    test('gives every rating from 0 to 100 and every renown as a whole number from 0 to 100', async () => {
      const games = [await source.fetchGame(samples.known)]
      for (const game of games) {
        for (const rating of [game?.rating, game?.totalRating])
          if (rating !== null) expect(rating).toSatisfy((value: number) => value >= 0 && value <= 100)
        expect(game?.renown).toSatisfy((value: number) => Number.isInteger(value) && value >= 0 && value <= 100)
        expect(canonicalGameId(game?.id ?? '')).toBe(game?.id)
      }
    })
  })
}
