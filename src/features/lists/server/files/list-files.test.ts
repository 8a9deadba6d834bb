import { expect, test } from 'vitest'
import { LISTED_GAMES, LISTS_NOW, useListsApp } from '#tests/support/lists-app.ts'
import { ORIGIN } from '#tests/support/test-app.ts'

const { app, ann, bob, create, shared } = useListsApp()
const [A = '', B = ''] = LISTED_GAMES
const at = LISTS_NOW.toISOString()

const pathOf = (id: string, file: string) => `/api/lists/${id}/games.${file}`
const statusesOf = async (id: string) =>
  Promise.all(
    [ann, bob, app.visitor()].flatMap((who) =>
      ['csv', 'json'].map(async (file) => (await who.get(pathOf(id, file))).status),
    ),
  )

test('a list is a CSV file, whose notes no spreadsheet takes for formulas', async () => {
  const { id } = await create({ title: 'Rainy & long', is_shared: true, game_ids: [A, B] })
  await ann.put(`/api/lists/${id}/games/${B}`, { note: '=1+1, twice' })
  const answer = await app.app.request(ORIGIN + pathOf(id, 'csv'))
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(answer.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''rainy-long.csv")
  expect((await answer.text()).split('\r\n')).toEqual([
    'position,game_id,game,year,note,added_at',
    expect.stringMatching(`^1,${A},Game 101,\\d*,,${at}$`),
    expect.stringMatching(`^2,${B},Game 102,\\d*,"'=1\\+1, twice",${at}$`),
    '',
  ])
})

test('a smart list is a JSON file with its filters, and has all games', async () => {
  const { id } = await create({ filters: 'genreNot=1*2&sort=name' })
  const { body } = await ann.get(pathOf(id, 'json'))
  expect(body).toMatchObject({
    id,
    title: 'Rainy days',
    author: 'Ann',
    filters: 'genreNot=1*2&sort=name',
    changed_at: at,
  })
  expect(body.games.map(({ game_id }: { game_id: string }) => game_id)).toEqual(LISTED_GAMES)
  expect(body.games[0]).toMatchObject({ position: 1, game: 'Game 101', note: null, added_at: at })
})

test('everybody who may see a list gets its files, and nobody else', async () => {
  const open = await shared()
  expect(await statusesOf(open.id)).toEqual(Array(6).fill(200))
  const own = await create()
  expect(await statusesOf(own.id)).toEqual([200, 200, 404, 404, 404, 404])
  await app.db
    .updateTable('profiles')
    .set({ settings: { visibility: 'private' } })
    .where('id', '=', ann.user.id)
    .execute()
  expect(await statusesOf(open.id)).toEqual([200, 200, 404, 404, 404, 404])
  expect((await ann.get(pathOf('rainy', 'csv'))).status).toBe(404)
})
