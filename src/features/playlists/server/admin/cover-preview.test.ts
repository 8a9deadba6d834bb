import { describe, expect, test } from 'vitest'
import { usePlaylistsApp } from '#tests/support/playlists-app.ts'
import { coverUrlOf } from '../playlists.view.ts'

const { root, ann } = usePlaylistsApp()
const ADDRESS = 'https://pictures.example/a.jpg'
const ask = (url: string, who = root) => who.get(`/api/admin/playlists/cover?url=${encodeURIComponent(url)}`)

describe('the preview of a cover that is not saved yet [R-PLED-13]', () => {
  test('is at a signed address of our image service', () => {
    expect(coverUrlOf(ADDRESS, { secret: 'secret', images: 'auto' })).toMatch(
      /^\/api\/image\?url=https%3A%2F%2Fpictures\.example%2Fa\.jpg&w=\d+&q=75&fm=auto&s=[\w-]+$/,
    )
  })

  test('does not exist while pictures are off, as in these tests', async () => {
    const { status, body } = await ask(ADDRESS)
    expect([status, body]).toEqual([200, { coverUrl: null }])
  })

  test.each(['ftp://pictures.example/a.jpg', 'javascript:alert(1)', 'a.jpg'])('is refused for %s', async (url) => {
    const { status, body } = await ask(url)
    expect([status, body.details]).toEqual([400, { url: 'Enter an http or https address' }])
  })

  test('is for admins', async () => {
    expect((await ask(ADDRESS, ann)).status).toBe(403)
  })
})
