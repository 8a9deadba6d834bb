import { beforeAll, expect, test } from 'vitest'
import { addGames, saveSettings } from '#tests/support/fixtures.ts'
import { type Member, useMember } from '#tests/support/members.ts'
import { type Client, useTestApp } from '#tests/support/test-app.ts'

const app = useTestApp()
const ann = useMember(app, { username: 'ann' })
const ben = useMember(app, { username: 'ben' })
const eve = useMember(app, { username: 'eve' })

const add = (member: Member, game_id: string, status: string) => member.post('/api/library', { game_id, status })

beforeAll(async () => {
  await addGames(app, ['igdb_1', 'igdb_2', 'igdb_3', 'igdb_4'])
  const platforms = JSON.stringify([{ id: 130, name: 'Nintendo Switch' }])
  await app.db
    .updateTable('games')
    .set({ platforms, platform_ids: [130] })
    .where('id', '=', 'igdb_3')
    .execute()
  await add(ann, 'igdb_1', 'playing')
  await add(ann, 'igdb_2', 'want_to_play')
  await ann.post('/api/library/igdb_1/copies', { is_physical: true, platform: 'Nintendo Switch' })
  await add(ben, 'igdb_3', 'playing')
  await add(ben, 'igdb_4', 'completed')
  await add(eve, 'igdb_2', 'completed')
  await app.db
    .insertInto('friends')
    .values({ user_id: ben.user.id, friend_id: ann.user.id, status: 'accepted' })
    .execute()
})

async function found(who: Client, search: string): Promise<string[]> {
  const { status, body } = await who.get(`/api/games/for-me?sort=name&${search}`)
  expect(status, JSON.stringify(body)).toBe(200)
  const names = body.games.map(({ name }: { name: string }) => name.replace('Game ', ''))
  expect(body.totalGames).toBe(names.length)
  return names
}

test.each([
  ['shelf=any', ['1', '2']],
  ['shelf=none', ['3', '4']],
  ['shelf=want', ['2']],
  ['shelf=owned', ['1']],
  ['friends=playing', ['3']],
  ['friends=finished', ['4']],
  ['friends=want', []],
  ['on=mine', ['3']],
  ['shelf=none&friends=finished', ['4']],
  ['shelf=none&platform=130', ['3']],
  ['shelf=none&platformNot=130', ['4']],
  ['shelf=none&search=game', ['3', '4']],
  ['shelf=lost', ['1', '2', '3', '4']],
])('%s', async (search, names) => {
  expect(await found(ann, search)).toEqual(names)
})

test('a library that a friend hides from friends is not among them, nor is one in a block', async () => {
  await saveSettings(app, ben, { sections: { library: 'private' } })
  expect(await found(ann, 'friends=playing')).toEqual([])
  await saveSettings(app, ben, { sections: { library: 'friends' } })
  expect(await found(ann, 'friends=playing')).toEqual(['3'])
  await ben.post('/api/blocks', { user_id: ann.user.id })
  expect(await found(ann, 'friends=playing')).toEqual([])
})

test('a change of the library shows at once', async () => {
  await add(ann, 'igdb_4', 'want_to_play')
  expect(await found(ann, 'shelf=want')).toEqual(['2', '4'])
  await ann.delete('/api/library/igdb_4')
  expect(await found(ann, 'shelf=want')).toEqual(['2'])
})

test('filters about the viewer do nothing for a visitor, and in the list that all share', async () => {
  expect(await found(app.visitor(), 'shelf=want')).toEqual(['1', '2', '3', '4'])
  const { body } = await ann.get('/api/games?shelf=want')
  expect(body.totalGames).toBe(4)
})
