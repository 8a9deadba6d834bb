import { ORIGIN } from '../app/in-process.ts'
import type { Statement } from '../baseline/sql-server.ts'
import {
  cookieOf,
  FEED,
  filteredLists,
  forumReads,
  jsonReads,
  knownGame,
  type Place,
  signedInPages,
  socialReads,
  writingReads,
} from '../paths.ts'
import type { World } from '../world.ts'
import { otherReads } from './growth-reads.ts'

/** A read, also one that begins with a comment. */
const READ = /^\s*(?:\/\*.*?\*\/\s*)?(?:select|with)\b/i

export interface MainRead extends Place {
  headers: Record<string, string>
}

/** Returns the reads whose statements are explained. */
export function mainReads(world: World): MainRead[] {
  const cookie = cookieOf(world, 0)
  return [
    { name: 'feed', path: FEED, headers: { cookie } },
    { name: 'catalogue with two filters', path: filteredLists()[0] ?? '', headers: {} },
    { name: 'catalogue with two rare filters', path: '/api/games?genre=32&platform=19', headers: {} },
    { name: 'catalogue by name', path: '/api/games?sort=name&page=20', headers: {} },
    { name: 'catalogue by rating', path: '/api/games?sort=rating&genre=12&platform=6', headers: {} },
    { name: 'catalogue by release', path: '/api/games?sort=release&genre=12&platform=6', headers: {} },
    { name: 'catalogue of a year', path: '/api/games?year=2017&genre=12', headers: {} },
    { name: 'catalogue with three filters', path: '/api/games?genre=12&platform=6&theme=17', headers: {} },
    { name: 'metadata', path: '/api/games/metadata', headers: {} },
    { name: 'suggestions of a common word', path: '/api/games/suggestions?query=super', headers: {} },
    { name: 'suggestions of common words', path: '/api/games/suggestions?query=of%20the', headers: {} },
    { name: 'suggestions of a short form', path: '/api/games/suggestions?query=cod%20mw2', headers: {} },
    { name: 'suggestions of two letters', path: '/api/games/suggestions?query=ze', headers: {} },
    { name: 'suggestions of two common letters', path: '/api/games/suggestions?query=th', headers: {} },
    { name: 'suggestions of a word', path: '/api/games/suggestions?query=zelda', headers: {} },
    { name: 'suggestions, misspelt', path: '/api/games/suggestions?query=witchr%20hnt', headers: {} },
    { name: 'search', path: '/api/games/search?query=dragon', headers: {} },
    { name: 'search with a filter', path: '/api/games?search=dragon&genre=12', headers: {} },
    { name: 'related games', path: `/api/games/${knownGame(world)}/related`, headers: {} },
    { name: 'game activities', path: `/api/games/${knownGame(world)}/activities?page=1`, headers: {} },
    { name: 'library', path: '/api/library', headers: { cookie } },
    { name: 'library stats', path: '/api/library/stats', headers: { cookie } },
    ...socialReads(world),
    ...writingReads(world),
    ...forumReads(world),
    ...otherReads(world),
    ...jsonReads(world).map(({ name, path }) => ({ name, path, headers: {} })),
    ...signedInPages(world).map(({ name, path }) => ({ name: `page ${name}`, path, headers: { cookie } })),
  ]
}

/** Sends a request to the app in this process, and returns the statements that read. */
export async function capturedReads({ inProcess }: World, { path, headers }: MainRead): Promise<Statement[]> {
  const ask = async () => {
    const response = await inProcess.app.fetch(new Request(ORIGIN + path, { headers }))
    await response.arrayBuffer()
    if (!response.ok) console.log(`  ${path} returned ${response.status}: its statements are incomplete`)
  }
  return (await inProcess.capture(ask)).flat().filter(({ text }) => READ.test(text))
}
