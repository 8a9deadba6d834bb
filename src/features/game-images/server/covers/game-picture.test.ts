import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { addGames } from '#tests/support/fixtures.ts'
import { useTestApp } from '#tests/support/test-app.ts'

const app = useTestApp()
beforeAll(() => addGames(app, ['igdb_101', 'igdb_102'], (number) => (number === 101 ? 'Hades' : 'Celeste')))

async function fetchPicture(id: string) {
  const response = await app.app.request(`http://localhost:3000/api/games/${id}/picture`)
  return { response, bytes: Buffer.from(await response.arrayBuffer()) }
}

test('the picture of a game is a PNG of 1200 by 630 pixels, another one for each game [G63]', async () => {
  const { response, bytes } = await fetchPicture('igdb_101')
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png'])
  const { format, width, height } = await sharp(bytes).metadata()
  expect([format, width, height]).toEqual(['png', 1200, 630])
  expect((await fetchPicture('igdb_101')).bytes.equals(bytes)).toBe(true)
  expect((await fetchPicture('igdb_102')).bytes.equals(bytes)).toBe(false)
})

test('a game that is not stored has no picture, and its source is not asked', async () => {
  const { response } = await fetchPicture('igdb_999')
  expect(response.status).toBe(404)
  expect((await fetchPicture('nonsense')).response.status).toBe(400)
})
