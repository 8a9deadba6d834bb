import type { Database } from '#db/db.ts'
import { splitUntil } from '#features/catalogue/merge-games.rules.ts'
import { type Route, route } from '#server/routes.ts'
import {
  listGameMerges,
  mergeTwoGames,
  previewGameMerge,
  previewGameSplit,
  splitTwoGames,
} from '../game-merges.contract.ts'
import {
  type GameMergesDeps,
  listLatestMerges,
  mergeAsAdmin,
  previewMerge,
  previewSplit,
  splitAsAdmin,
} from './game-merges.service.ts'

export const gameMergesRoutes = (deps: GameMergesDeps & { database: Pick<Database, 'inBackground'> }): Route[] => [
  route(listGameMerges, async () => ({
    merges: (await listLatestMerges(deps)).map((row) => {
      const until = row.is_recorded ? splitUntil(row.merged_at) : null
      return {
        from: row.from_id,
        name: row.name,
        into: { id: row.into_id, name: row.into_name },
        merged_at: row.merged_at.toISOString(),
        moved: row.moved,
        can_split: until !== null && deps.clock() < until && row.is_latest,
        split_until: until?.toISOString() ?? null,
      }
    }),
  })),
  route(previewGameMerge, ({ query }) => previewMerge(deps, query.from, query.to)),
  // A statement about twenty thousand members may take longer than one of a page.
  route(mergeTwoGames, ({ viewer, body }) => deps.database.inBackground(() => mergeAsAdmin(deps, viewer, body))),
  route(previewGameSplit, ({ params }) => previewSplit(deps, params.gameId)),
  route(splitTwoGames, ({ viewer, params }) =>
    deps.database.inBackground(() => splitAsAdmin(deps, viewer, params.gameId)),
  ),
]
