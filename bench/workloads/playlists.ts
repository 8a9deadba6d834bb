import type { ReadRequest } from '../load/load.ts'
import { playlistLists } from '../paths.ts'
import type { Section } from '../report/report.ts'
import type { World } from '../world.ts'
import { FIFTY_READERS, measureReads } from './fifty-readers.ts'

const READ_MS = 30

/** Measures playlists of 100 games and their lists, as members read them. */
export async function playlistsWorkload(world: World): Promise<Section> {
  const { cast, playlistIds } = world
  const asEach = (paths: readonly string[]): ReadRequest[] =>
    paths.flatMap((path) => cast.few.map(({ visitor }) => ({ path, headers: { cookie: visitor.cookie() } })))
  const pathsOf = (before: string, after = '') => playlistIds.map((id) => `${before}/${id}${after}`)
  const { table, verdicts } = await measureReads(
    world,
    [
      { name: 'a playlist', requests: asEach(pathsOf('/api/playlists')) },
      { name: 'the progress in a playlist', requests: asEach(pathsOf('/api/playlists', '/progress')) },
      { name: 'lists of playlists', requests: asEach(playlistLists()) },
      { name: 'the page of a playlist', isPage: true, requests: asEach(pathsOf('/playlists')) },
      {
        name: 'the page of a category',
        isPage: true,
        requests: asEach(
          ['featured', 'collection', 'event', 'genre', 'custom'].map((type) => `/playlists/category/${type}`),
        ),
      },
    ].map((read) => ({ ...read, limit: READ_MS })),
  )
  return {
    title: 'Playlists',
    method: `${FIFTY_READERS} There are 2,000 playlists of 100 games. The app caches no playlist and no page for members. Lists are cached for a minute; the requests have 525 different addresses.`,
    tables: [table],
    verdicts,
  }
}
