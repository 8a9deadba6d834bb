import { expect, test } from 'vitest'
import { tag } from '#server/tags.ts'
import { HOUR_MS } from '#shared/durations.ts'
import { LISTED_GAMES, useListsApp } from '#tests/support/lists-app.ts'

const { app, ann, bob, create, later, read } = useListsApp()
const [A = '', B = ''] = LISTED_GAMES

const pin = async (id: string, is_on_home = true, who = ann) => {
  const { status, body } = await who.put(`/api/lists/${id}/home`, { is_on_home })
  return [status, body.code ?? body.is_on_home]
}
const onHome = async (who = ann): Promise<string[]> =>
  (await who.get('/api/lists/home')).body.data.map(({ id }: { id: string }) => id)

test('the owner pins lists to the home page and unpins them, private ones too', async () => {
  const { id, updated_at, changed_at } = await create({ game_ids: [A, B] })
  expect(await onHome()).toEqual([])
  later()
  expect(await pin(id)).toEqual([200, true])
  expect(await pin(id)).toEqual([200, true])
  expect(await onHome()).toEqual([id])
  const { body } = await ann.get('/api/lists/home')
  expect(body.data).toMatchObject([{ title: 'Rainy days', covers: [{ id: A }, { id: B }], smart: null }])
  expect((await read(id)).body.list).toMatchObject({ is_on_home: true, updated_at, changed_at })
  expect(await pin(id, false)).toEqual([200, false])
  expect(await onHome()).toEqual([])
})

test('others neither see it nor pin it', async () => {
  const { id } = await create({ is_shared: true })
  await pin(id)
  expect(await pin(id, false, bob)).toEqual([404, 'list_not_found'])
  expect(await onHome(bob)).toEqual([])
  expect((await read(id, bob)).body.list.is_on_home).toBe(false)
  expect((await ann.put(`/api/lists/${id}/home`, { is_on_home: 'yes' })).status).toBe(400)
  expect(await onHome()).toEqual([id])
})

test('three fit, also when two come at once; the last changed stands first', async () => {
  const ids: string[] = []
  for (const title of ['One', 'Two', 'Three', 'Four']) {
    later()
    ids.push((await create({ title })).id)
  }
  const [one = '', two = '', ...rest] = ids
  await pin(one)
  await pin(two)
  const answers = await Promise.all(rest.map((id) => pin(id)))
  expect(answers.toSorted()).toEqual([
    [200, true],
    [409, 'home_full'],
  ])
  expect(await pin(two)).toEqual([200, true])
  expect((await onHome()).slice(1)).toEqual([two, one])
})

test('a smart list says there how many games are new', async () => {
  const rpg = async (...games: string[]) => {
    const genres = JSON.stringify([{ id: 12, name: 'Role-playing (RPG)' }])
    await app.db
      .updateTable('games')
      .set({ genre_ids: [12], genres })
      .where('id', 'in', games)
      .execute()
    await app.settle([tag.games])
  }
  await rpg(A)
  const { id } = await create({ filters: 'genre=12' })
  await pin(id)
  await rpg(B)
  later(HOUR_MS)
  await app.run('keep-smart-lists')
  expect((await ann.get('/api/lists/home')).body.data[0].smart.new_count).toBe(1)
})
