import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addGames } from '#tests/support/fixtures.ts'
import { type Member, signUp } from '#tests/support/members.ts'
import { newScript, type Script } from '#tests/support/public-api-app.ts'
import { useTestApp } from '#tests/support/test-app.ts'

// Somebody writes between two pages of a list, and a script that reads all pages sees no row twice and misses none.

const app = useTestApp()
const ids = Array.from({ length: 12 }, (_, at) => `igdb_${101 + at}`)
let mara: Member
let script: Script
beforeAll(async () => {
  await addGames(app, ids)
})
beforeEach(async () => {
  mara = await signUp(app)
  script = await newScript(app, mara)
  app.time.now = new Date('2026-03-01T12:00:00Z')
})

const later = () => {
  app.time.now = new Date(app.time.now.getTime() + 60_000)
}

/** Reads a list in pages of two, and runs the write after the first page. Returns one value of each row. */
async function readAll(path: string, pick: (row: never) => unknown, write: () => Promise<unknown>): Promise<unknown[]> {
  const seen: unknown[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { status, body } = await script.get(`/api/v1${path}?limit=2${cursor && `&cursor=${cursor}`}`)
    if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
    if (cursor === '') await write()
    seen.push(...body.data.map(pick))
    cursor = body.next_cursor
  }
  return seen
}

const gameOf = ({ game }: { game: { id: string } }) => game.id

async function review(member: Member, game_id: string) {
  later()
  const { body } = await member.post('/api/reviews', { game_id, rating: 4, review_text: 'Good.', is_public: true })
  return body.review.id as string
}

describe('no row twice and none missing', () => {
  test('of the reviews of a member', async () => {
    const written = ids.slice(0, 5)
    const found: string[] = []
    for (const id of written) found.push(await review(mara, id))
    const newestFirst = written.toReversed()
    const path = '/profiles/me/reviews'
    expect(await readAll(path, gameOf, () => review(mara, ids[5] as string))).toEqual(newestFirst)
    // The newest of the first page goes: with page numbers the first of the second page would be missing.
    const remove = () => mara.delete(`/api/reviews/${found[4]}`)
    expect(await readAll(path, gameOf, remove)).toEqual([ids[5], ...newestFirst])
  })

  test('of the reviews of a game', async () => {
    const game = ids[11] as string
    const written: string[] = []
    for (let at = 0; at < 5; at += 1) written.push(await review(await signUp(app), game))
    const late = await signUp(app)
    const seen = await readAll(
      `/games/${game}/reviews`,
      ({ id }: { id: string }) => id,
      () => review(late, game),
    )
    expect(seen).toEqual(written.toReversed())
  })

  test('of the lists of a member', async () => {
    const titles = ['One', 'Two', 'Three', 'Four', 'Five']
    const made: string[] = []
    for (const title of titles) {
      later()
      made.push((await mara.post('/api/lists', { title, is_shared: false })).body.list.id)
    }
    const write = async () => {
      later()
      await mara.post('/api/lists', { title: 'Six', is_shared: false })
      await mara.delete(`/api/lists/${made[4]}`)
    }
    const seen = await readAll('/profiles/me/lists', ({ title }: { title: string }) => title, write)
    expect(seen).toEqual(titles.toReversed())
  })

  describe('of the games of a list', () => {
    const games = ids.slice(0, 6)
    let list = ''
    beforeEach(async () => {
      list = (await mara.post('/api/lists', { title: 'Winter', is_shared: false, game_ids: games })).body.list.id
    })
    const add = (id: string, position: number) =>
      script.send('PUT', `/api/v1/lists/${list}/games/${id}`, { body: { position } })
    const remove = (id: string) => script.send('DELETE', `/api/v1/lists/${list}/games/${id}`)

    test.each<[string, () => Promise<unknown>]>([
      ['a game comes before the place', () => add(ids[8] as string, 1)],
      ['a game goes before the place', () => remove(games[0] as string)],
      ['the last game of the page goes', () => remove(games[1] as string)],
    ])('when %s', async (_, write) => {
      expect(await readAll(`/lists/${list}/games`, gameOf, write)).toEqual(games)
    })

    test('when a game comes after the place', async () => {
      const seen = await readAll(`/lists/${list}/games`, gameOf, () => add(ids[8] as string, 4))
      expect(seen).toEqual([...games.slice(0, 3), ids[8], ...games.slice(3)])
    })
  })

  test('of the play sessions of a game', async () => {
    const game = ids[0] as string
    const play = (minutes: number, day: string) =>
      script.send('POST', `/api/v1/library/${game}/sessions`, { body: { minutes, played_on: day } })
    for (const at of [1, 2, 3, 4, 5]) await play(at * 10, `2026-02-0${at}`)
    const minutes = ({ minutes }: { minutes: number }) => minutes
    const write = () => play(60, '2026-02-20')
    expect(await readAll(`/library/${game}/sessions`, minutes, write)).toEqual([50, 40, 30, 20, 10])
  })
})

describe('a cursor', () => {
  const PLACES = [
    `/games/${ids[0]}/reviews`,
    '/profiles/me/reviews',
    '/profiles/me/lists',
    `/library/${ids[0]}/sessions`,
  ]
  const encoded = (parts: unknown) => Buffer.from(JSON.stringify(parts)).toString('base64url')

  test.each(PLACES)('of %s that is none of ours is refused', async (path) => {
    for (const cursor of ['abc', encoded([2]), encoded([1, 2]), encoded(['2026-99-99', 'x']), encoded(null)]) {
      const { status, body } = await script.get(`/api/v1${path}?cursor=${cursor}`)
      expect([path, cursor, status, body.code]).toEqual([path, cursor, 400, 'invalid_cursor'])
    }
  })

  test('of the games of a list that is none of ours is refused', async () => {
    const { list } = (await mara.post('/api/lists', { title: 'Winter', is_shared: false })).body
    for (const cursor of ['abc', encoded([2]), encoded([0, 'igdb_1']), encoded([1, 'nonsense'])]) {
      const { status, body } = await script.get(`/api/v1/lists/${list.id}/games?cursor=${cursor}`)
      expect([cursor, status, body.code]).toEqual([cursor, 400, 'invalid_cursor'])
    }
  })
})
