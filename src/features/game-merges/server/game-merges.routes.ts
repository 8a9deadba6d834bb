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

export const gameMergesRoutes = (deps: GameMergesDeps): Route[] => [
  route(listGameMerges, async () => ({
    merges: (await listLatestMerges(deps)).map((row) => ({
      from: row.from_id,
      name: row.name,
      into: { id: row.into_id, name: row.into_name },
      merged_at: row.merged_at.toISOString(),
      moved: row.moved,
      can_split: row.can_split,
    })),
  })),
  route(previewGameMerge, ({ query }) => previewMerge(deps, query.from, query.to)),
  route(mergeTwoGames, ({ viewer, body }) => mergeAsAdmin(deps, viewer, body)),
  route(previewGameSplit, ({ params }) => previewSplit(deps, params.gameId)),
  route(splitTwoGames, ({ viewer, params }) => splitAsAdmin(deps, viewer, params.gameId)),
]
