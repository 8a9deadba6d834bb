import { describe, expect, test } from 'vitest'
import { addGames } from '#tests/support/fixtures.ts'
import { LISTED_GAMES, LISTS_NOW, useListsApp } from '#tests/support/lists-app.ts'
import type { Client } from '#tests/support/test-app.ts'

const { app, ann, bob, create, shared, read, order } = useListsApp()
const [A = '', B = '', C = '', D = '', E = ''] = LISTED_GAMES
const gamesOf = async (id: string, who: Pick<Client, 'get'> = ann) =>
  (await who.get(`/api/lists/${id}/games`)).body.data.map(({ game }: { game: { id: string } }) => game.id)

describe('games', () => {
  test('are added at the end or at a position, and a duplicate changes nothing', async () => {
    const { id } = await create({ game_ids: [A, B] })
    const added = await ann.post(`/api/lists/${id}/games`, { game_id: C, note: ' Play it twice. ' })
    expect(added.status).toBe(201)
    expect(added.body).toEqual({
      game: {
        game: expect.objectContaining({ id: C }),
        position: 3,
        note: 'Play it twice.',
        added_at: LISTS_NOW.toISOString(),
      },
      games_count: 3,
    })
    expect((await ann.post(`/api/lists/${id}/games`, { game_id: D, position: 2 })).body.game.position).toBe(2)
    expect((await ann.post(`/api/lists/${id}/games`, { game_id: E, position: 900 })).body.game.position).toBe(5)
    const again = await ann.post(`/api/lists/${id}/games`, { game_id: C, note: 'Other', position: 1 })
    expect([again.status, again.body.game]).toEqual([200, { ...added.body.game, position: 4 }])
    expect(await order(id)).toEqual([A, D, B, C, E])
  })

  test.each([
    ['no game', {}, 400, 'Game ID is required'],
    ['a malformed id', { game_id: 'x' }, 400, 'Invalid game id'],
    ['an unknown game', { game_id: 'igdb_499999' }, 404, 'Game not found'],
    ['a note of 501 characters', { game_id: D, note: 'x'.repeat(501) }, 400, 'Note must be 500 characters or less'],
    ['a position of 0', { game_id: D, position: 0 }, 400, undefined],
  ])('%s is refused', async (_what, body, status, error) => {
    const { id } = await create({ game_ids: [A] })
    const answer = await ann.post(`/api/lists/${id}/games`, body)
    expect(answer.status).toBe(status)
    if (error) expect(answer.body.error).toBe(error)
    expect(await order(id)).toEqual([A])
  })

  test('stop at a thousand, also when two come at once, and are read in pages of a hundred', async () => {
    const many = Array.from({ length: 1001 }, (_, at) => `rawg_${5000 + at}`)
    await addGames(app, many)
    const { id } = await create({ game_ids: many.slice(0, 999) })
    const answers = await Promise.all(many.slice(999).map((game_id) => ann.post(`/api/lists/${id}/games`, { game_id })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
    const full = answers.find(({ status }) => status === 409)
    expect([full?.body.code, full?.body.error]).toEqual(['list_full', 'A list can contain at most 1000 games'])
    expect(await order(id)).toHaveLength(1000)
    const page = async (at: number) => (await ann.get(`/api/lists/${id}/games?page=${at}`)).body
    expect(await page(1)).toMatchObject({ total: 1000, hasMore: true })
    const last = await page(10)
    expect([last.data.length, last.hasMore, last.data[99].position]).toEqual([100, false, 1000])
    expect((await page(11)).data).toEqual([])
  })

  test('have notes, which only the owner changes', async () => {
    const { id } = await shared()
    expect((await ann.put(`/api/lists/${id}/games/${B}`, { note: 'Bring\r\ntea' })).body.game.note).toBe('Bring\ntea')
    expect((await ann.put(`/api/lists/${id}/games/${B}`, { note: ' ' })).body.game.note).toBeNull()
    const missing = await ann.put(`/api/lists/${id}/games/${D}`, { note: 'x' })
    expect([missing.status, missing.body.code]).toEqual([404, 'list_game_not_found'])
  })

  test('are removed, and come back to their position', async () => {
    const { id } = await create({ game_ids: [A, B, C, D] })
    expect((await ann.delete(`/api/lists/${id}/games/${B}`)).status).toBe(204)
    expect(await order(id)).toEqual([A, C, D])
    expect((await ann.delete(`/api/lists/${id}/games/${B}`)).status).toBe(404)
    await ann.post(`/api/lists/${id}/games`, { game_id: B, position: 2, note: 'As it was' })
    expect(await order(id)).toEqual([A, B, C, D])
  })

  test('move behind another game or to the top', async () => {
    const { id } = await create({ game_ids: [A, B, C, D] })
    const move = (game_id: string, after: string | null) => ann.put(`/api/lists/${id}/order`, { game_id, after })
    expect((await move(D, A)).body).toEqual({ position: 2 })
    expect(await order(id)).toEqual([A, D, B, C])
    expect((await move(C, null)).body).toEqual({ position: 1 })
    expect((await move(C, B)).body).toEqual({ position: 4 })
    expect((await move(A, A)).body).toEqual({ position: 1 })
    expect(await order(id)).toEqual([A, D, B, C])
    for (const [game, after] of [
      [E, A],
      [A, E],
    ] as const)
      expect((await move(game, after)).status).toBe(404)
    expect(await gamesOf(id)).toEqual([A, D, B, C])
  })

  test('move to any position, behind the last one to the end', async () => {
    const { id } = await create({ game_ids: [A, B, C, D] })
    const move = (body: object) => ann.put(`/api/lists/${id}/order`, body)
    expect((await move({ game_id: A, position: 3 })).body).toEqual({ position: 3 })
    expect(await order(id)).toEqual([B, C, A, D])
    expect((await move({ game_id: B, position: 900 })).body).toEqual({ position: 4 })
    expect(await order(id)).toEqual([C, A, D, B])
    for (const [wrong, sentence] of [
      [{ position: 0 }, 'A position is a whole number from 1'],
      [{ position: 1.5 }, 'A position is a whole number from 1'],
      [{}, 'Name the game above the new place, or its position'],
      [{ position: 1, after: null }, 'Name the game above the new place, or its position'],
    ] as const) {
      const { status, body } = await move({ game_id: C, ...wrong })
      expect([status, body.error]).toEqual([400, sentence])
    }
    expect(await order(id)).toEqual([C, A, D, B])
  })

  test('keep unique positions without gaps when twenty tabs move, remove and add at once', async () => {
    const { id } = await create({ game_ids: LISTED_GAMES.slice(0, 6) })
    const at = (index: number) => LISTED_GAMES[index % 6] as string
    const works = Array.from({ length: 60 }, (_, step) => {
      if (step % 5 === 3) return ann.delete(`/api/lists/${id}/games/${at(step * 7)}`)
      if (step % 5 === 4) return ann.post(`/api/lists/${id}/games`, { game_id: at(step * 7), position: (step % 6) + 1 })
      return ann.put(`/api/lists/${id}/order`, { game_id: at(step * 5), after: step % 3 ? at(step * 11 + 1) : null })
    })
    const statuses = new Set((await Promise.all(works)).map(({ status }) => status))
    expect([...statuses].filter((status) => ![200, 201, 204, 404].includes(status))).toEqual([])
    const left = await order(id)
    expect(new Set(left).size).toBe(left.length)
  })
})

test('the reader’s progress counts games that are completed, playing or dropped, and a visitor has none', async () => {
  const { id } = await shared({ game_ids: [A, B, C, D, E] })
  const entry = (game_id: string, status: string) => ({ user_id: bob.user.id, game_id, status })
  await app.db
    .insertInto('user_games')
    .values([entry(A, 'completed'), entry(B, 'playing'), entry(C, 'dropped'), entry(D, 'want_to_play')])
    .execute()
  const played = async (who: Pick<Client, 'get'>) => (await read(id, who)).body.list.played_count
  expect([await played(bob), await played(ann), await played(app.visitor())]).toEqual([3, 0, null])
})
