import { expect, test } from 'vitest'
import { isSignedImage } from '#server/signed-images.ts'
import type { PlaylistId } from '#shared/ids.ts'
import type { PlaylistRow } from './playlists.queries.ts'
import { viewSummary } from './playlists.view.ts'

const SECRET = 'a secret of the tests'
const COVER = 'https://example.org/a.png?x=1'
const AT = new Date('2026-11-01T12:00:00Z')
const ROW: PlaylistRow = {
  game_ids: [],
  id: '019a0000-0000-7000-8000-000000000000' as PlaylistId,
  title: 'Rainy days',
  description: '',
  type: 'custom',
  cover_image: COVER,
  slug: 'rainy-days',
  is_published: true,
  start_date: null,
  end_date: null,
  metadata: {},
  display_order: 0,
  games_count: 0,
  created_at: AT,
  updated_at: AT,
  made_by: null,
  created_by: null,
  username: null,
  display_name: null,
  avatar_url: null,
}
const view = (row: Partial<PlaylistRow> = {}, images: 'auto' | 'off' = 'auto') =>
  viewSummary({ ...ROW, ...row }, [], { secret: SECRET, images })

test('the picture of the cover comes through our image service, with a signature', () => {
  const { coverImage, coverUrl } = view()
  expect(coverImage).toBe(COVER)
  const { url = '', s = '', w } = Object.fromEntries(new URL(coverUrl as string, 'http://localhost').searchParams)
  expect([url, w, isSignedImage(SECRET, url, s)]).toEqual([COVER, '1080', true])
})

test('there is no picture without a cover, or while pictures are off', () => {
  expect(view({ cover_image: null }).coverUrl).toBeNull()
  expect(view({}, 'off')).toMatchObject({ coverImage: COVER, coverUrl: null })
})

test('a stored row with an unknown type or incomplete metadata gets the defaults [R-PLDATA-16] [R-PLED-16]', () => {
  expect(view({ type: 'mixtape' }).type).toBe('custom')
  expect(view().metadata).toEqual({ backgroundColor: '#ffffff', textColor: '#000000', tags: [] })
  expect(view({ metadata: { tags: ['a'] } }).metadata).toMatchObject({ textColor: '#000000', tags: ['a'] })
})
