import { type Route, route } from '#server/routes.ts'
import { listGameMerges, mergeTwoGames, previewGameMerge } from '../game-merges.contract.ts'
import { type GameMergesDeps, listLatestMerges, mergeAsAdmin, previewMerge } from './game-merges.service.ts'

export const gameMergesRoutes = (deps: GameMergesDeps): Route[] => [
  route(listGameMerges, async () => ({
    merges: (await listLatestMerges(deps)).map((row) => ({
      from: row.from_id,
      name: row.name,
      into: { id: row.into_id, name: row.into_name },
      merged_at: row.merged_at.toISOString(),
      moved: row.moved,
    })),
  })),
  route(previewGameMerge, ({ query }) => previewMerge(deps, query.from, query.to)),
  route(mergeTwoGames, ({ viewer, body }) => mergeAsAdmin(deps, viewer, body)),
]
