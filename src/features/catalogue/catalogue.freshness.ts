import { announce } from '#server/changes.ts'
import { tag } from '#server/tags.ts'
import type { GameId } from '#shared/ids.ts'
import { A, type FeatureFreshness } from '#tests/support/freshness.ts'
import { NOTHING_KNOWN } from './server/sources/source.ts'
import { storeGames } from './server/stored-games/store-games.ts'

const name = (id: string, text: string) => ({ ...NOTHING_KNOWN, id: id as GameId, name: text })

export const catalogueFreshness: FeatureFreshness = {
  lastWrites(cached) {
    return [
      [
        'a game gets another name',
        async () => {
          await storeGames(cached.db, [name(A, 'Renamed')], 'igdb')
          await announce(cached.db, [tag.game(A)])
        },
      ],
    ]
  },
}
