import type { GameId } from '#shared/ids.ts'
import type { Source, SourceGame } from '../source.ts'
import { readStarterFiles } from './starter-files.ts'

let games: Promise<ReadonlyMap<GameId, SourceGame>> | null = null

async function all(): Promise<ReadonlyMap<GameId, SourceGame>> {
  games ??= readStarterFiles().then((files) => new Map(files.parse().map((game) => [game.id, game])))
  return games
}

/** The starter catalogue that comes with the project. */
export const localSource: Source = {
  name: 'local',
  fetchGame: async (id) => (await all()).get(id) ?? null,
  listGames: async () => [...(await all()).values()],
}
