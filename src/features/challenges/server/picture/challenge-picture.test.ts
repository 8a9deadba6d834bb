import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { addGames } from '#tests/support/fixtures.ts'
import { type Member, signUp } from '#tests/support/members.ts'
import { useTestApp } from '#tests/support/test-app.ts'

const app = useTestApp()
let root: Member
beforeAll(async () => {
  await addGames(app, ['igdb_101', 'igdb_102'])
  root = await signUp(app, { username: 'root', becomeAdmin: true })
})

async function fetchPicture(id: string) {
  const response = await app.app.request(`http://localhost:3000/api/challenges/${id}/picture`)
  return { response, bytes: Buffer.from(await response.arrayBuffer()) }
}
const draft = {
  title: 'Twelve in twelve',
  description: '',
  cover_game_id: 'igdb_101',
  starts_at: '2036-01-01T00:00:00.000Z',
  ends_at: '2037-01-01T00:00:00.000Z',
  goals: [{ type: 'games_completed', target: 1, game_id: 'igdb_102' }],
}

test('the picture of a challenge is a PNG of 1200 by 630 pixels, and another one after a change [G63]', async () => {
  const { id } = (await root.post('/api/admin/challenges', draft)).body.data
  const { response, bytes } = await fetchPicture(id)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png'])
  const { format, width, height } = await sharp(bytes).metadata()
  expect([format, width, height]).toEqual(['png', 1200, 630])
  await root.put(`/api/admin/challenges/${id}`, { ...draft, title: 'Thirteen in twelve' })
  expect((await fetchPicture(id)).bytes.equals(bytes)).toBe(false)
})

test('no challenge has no picture', async () => {
  expect((await fetchPicture('01900000-0000-7000-8000-000000000000')).response.status).toBe(404)
  expect((await fetchPicture('nonsense')).response.status).toBe(400)
})
