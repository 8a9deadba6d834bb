import { createHash } from 'node:crypto'
import type { ReadRequest } from '../load/load.ts'
import type { Section } from '../report/report.ts'
import type { Actor, World } from '../world.ts'
import { FIFTY_READERS, measureReads } from './fifty-readers.ts'

const PAGE_MS = 20
const PAGE = 100

/** Measures the library of members with 2,000 games, as their scripts read it at /api/v1 with a token, page by page. */
export async function apiWorkload(world: World): Promise<Section> {
  const requests: ReadRequest[] = []
  for (const player of world.cast.players) requests.push(...(await pagesOf(world, player)))
  const { table, verdicts } = await measureReads(world, [
    { name: `a page of ${PAGE} of the API's library`, limit: PAGE_MS, requests },
  ])
  return {
    title: 'The public API',
    method: `${FIFTY_READERS} Each request is a page of ${PAGE} games, from the first to the last page of a library of 2,000 games, with an access token.`,
    tables: [table],
    verdicts,
  }
}

/** Returns the requests for all pages of the library of a member. */
async function pagesOf({ app, inProcess }: World, player: Actor): Promise<ReadRequest[]> {
  const headers = { authorization: `Bearer ${await tokenOf(inProcess.db, player)}` }
  const requests: ReadRequest[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const path = `/api/v1/library?limit=${PAGE}${cursor && `&cursor=${cursor}`}`
    const response = await fetch(`http://127.0.0.1:${app.port}${path}`, { headers })
    if (!response.ok) throw new Error(`${path} returned ${response.status}`)
    requests.push({ path, headers })
    cursor = ((await response.json()) as { next_cursor: string | null }).next_cursor
  }
  return requests
}

/** Stores a token of the member, the same in each run, because the data set outlives the bench. */
async function tokenOf(db: World['inProcess']['db'], { id }: Actor): Promise<string> {
  const secret = `svp_${createHash('sha256').update(id).digest('base64url')}`
  await db
    .insertInto('access_tokens')
    .values({
      user_id: id,
      name: 'The bench',
      hash: createHash('sha256').update(secret).digest(),
      scopes: ['read:library'],
      created_at: new Date(),
    })
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .execute()
  return secret
}
