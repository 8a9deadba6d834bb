import { describe, expect, test } from 'vitest'
import { isWordOfAddress } from '#server/reserved-words.ts'
import { signUp } from './support/members.ts'
import { PAGE_ENTRIES } from './support/page-entries.ts'
import { useTestApp } from './support/test-app.ts'

// No member's word hides an address, or is hidden by one (C08, C31). The addresses are those of the running app.

const app = useTestApp({ PRODUCT_NAME: 'Play Shelf' })

/** The fixed words that stand where an address after this folder has a parameter. */
function wordsBeside(folders: readonly string[]): string[] {
  const paths = [...PAGE_ENTRIES.map(({ path }) => path), ...app.app.routes.map(({ path }) => path)]
  const words = new Set(
    paths.flatMap((path) => path.replaceAll('?', '').split('/')).filter((part) => /^[a-z]/.test(part)),
  )
  return [...words].filter((word) => folders.some((folder) => isWordOfAddress(paths, word, folder)))
}

describe('a username', () => {
  test('is none of the words beside it in an address', async () => {
    const words = wordsBeside(['profile', 'profiles', 'members', 'users', 'feeds'])
    expect(words).toEqual(expect.arrayContaining(['statistics', 'suggestions', 'badges']))
    const visitor = app.visitor()
    for (const username of words.filter((word) => word.length >= 3))
      expect((await visitor.post('/api/auth/check-username', { username })).body, username).toEqual({
        available: false,
        reason: 'This username is reserved',
      })
  })

  test.each(['suggestions', 'Statistics', 'playshelf', 'Play-Shelf'])(
    'is not %s: at sign-up and in the settings [R-AUTH-42]',
    async (username) => {
      const draft = { username, email: `${username}@example.org`, displayName: 'Mara', password: 'Correct-horse-7' }
      const made = await app.visitor().post('/api/auth/signup', draft)
      expect([made.status, made.body.details]).toEqual([400, { username: 'This username is reserved' }])
      const mara = await signUp(app)
      const changed = await mara.patch('/api/profiles/me', { username })
      expect([changed.status, changed.body.details]).toEqual([400, { username: 'This username is reserved' }])
    },
  )
})

test('the slug of a playlist is none of the words beside it in an address', async () => {
  const words = wordsBeside(['playlists'])
  expect(words).toEqual(expect.arrayContaining(['category', 'featured', 'order']))
  const admin = await signUp(app, { becomeAdmin: true })
  for (const title of words) {
    const { status, body } = await admin.post('/api/playlists', { title, isPublished: true })
    expect([status, body.playlist?.slug ?? body.slug], title).toEqual([201, `${title}-2`])
  }
})
