import { describe, expect, test } from 'vitest'
import { usePlaylistsApp } from '#tests/support/playlists-app.ts'

const { app, root, create, make, put, publish, stored } = usePlaylistsApp()
const slugs = async () => (await stored()).slugs.map(({ slug }) => slug)
const idAt = async (slug: string) => (await app.visitor().get(`/api/playlists/${slug}`)).body.playlist?.id

describe('slugs (C08)', () => {
  test.each([
    ['  Best of 2024!! (RPG) ', 'best-of-2024-rpg'],
    ['!?…', 'untitled'],
    ['Category', 'category-2'],
    ['Featured', 'featured-2'],
    ['019a0000-0000-7000-8000-000000000000', '019a0000-0000-7000-8000-000000000000-2'],
    ['x'.repeat(120), 'x'.repeat(120)],
  ])('of %o is %s, and the playlist opens there [R-PLDATA-09]', async (title, slug) => {
    const { id, slug: made } = await make({ title })
    expect(made).toBe(slug)
    expect(await idAt(slug)).toBe(id)
  })

  test('get a suffix when they are taken, and never take a longer one that is similar', async () => {
    const made = []
    for (const title of ['A', 'A!', 'a', 'A B', 'A-2']) made.push((await make({ title })).slug)
    expect(made).toEqual(['a', 'a-2', 'a-3', 'a-b', 'a-2-2'])
  })

  test('of playlists that are created at once are all different', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => create({ title: 'At once' })))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 201))
    const expected = ['at-once', ...Array.from({ length: 11 }, (_, at) => `at-once-${at + 2}`)]
    expect(answers.map(({ body }) => body.playlist.slug).toSorted()).toEqual(expected.toSorted())
  })

  test('of a published playlist stay when its title changes', async () => {
    const { id } = await make({ title: 'First title' })
    const { body } = await put(id, { title: 'Second title' })
    expect(body.playlist).toMatchObject({ title: 'Second title', slug: 'first-title' })
    // Also in the save that makes it a draft.
    expect((await put(id, { title: 'Third title', isPublished: false })).body.playlist.slug).toBe('first-title')
  })

  test('of a draft follow its title; the abandoned one is free again', async () => {
    const { id } = await make({ title: 'First title', isPublished: false })
    expect((await put(id, { title: 'Second title', isPublished: false })).body.playlist.slug).toBe('second-title')
    expect((await put(id, { title: 'Third title', isPublished: true })).body.playlist.slug).toBe('third-title')
    expect(await slugs()).toEqual(['third-title'])
    expect((await make({ title: 'First title' })).slug).toBe('first-title')
  })

  test('that a playlist had while it was public keep leading to it', async () => {
    const { id } = await make({ title: 'First title' })
    await publish(id, false)
    await put(id, { title: 'Second title', isPublished: true })
    expect(await slugs()).toEqual(['first-title', 'second-title'])
    expect([await idAt('first-title'), await idAt('second-title')]).toEqual([id, id])
    expect((await make({ title: 'First title' })).slug).toBe('first-title-2')
    // It takes its former slug back.
    await publish(id, false)
    expect((await put(id, { title: 'First title' })).body.playlist.slug).toBe('first-title')
  })

  test('stay when the title changes only in its punctuation', async () => {
    await make({ title: 'Taken' })
    const { id, slug } = await make({ title: 'Taken', isPublished: false })
    expect(slug).toBe('taken-2')
    expect((await put(id, { title: 'TAKEN!', isPublished: false })).body.playlist.slug).toBe('taken-2')
  })

  test('of drafts that two admins rename at once to the same title are different', async () => {
    const drafts = []
    for (let at = 0; at < 6; at += 1) drafts.push((await make({ title: `Draft ${at}`, isPublished: false })).id)
    const answers = await Promise.all(drafts.map((id) => put(id, { title: 'Same', isPublished: false })))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(answers.map(({ body }) => body.playlist.slug)).size).toBe(6)
    expect((await root.get('/api/playlists/same')).status).toBe(200)
  })
})
