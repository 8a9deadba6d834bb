import { describe, expect, test } from 'vitest'
import { drafts, JOURNAL_GAMES, JOURNAL_NOW, useJournalApp } from '#tests/support/journal-app.ts'
import { signUp } from '#tests/support/members.ts'

const { t, ann, bob, add, write, entriesOf, libraryOf } = useJournalApp()
const { daily, progress, review, list } = drafts
const [G, H, I] = JOURNAL_GAMES

describe('an entry about progress', () => {
  test('updates the library and its history [R-PROG-06]', async () => {
    const who = await signUp(t)
    await write(who, progress())
    expect(await libraryOf(who, G)).toMatchObject({ status: 'playing', play_time: 12.5, completion_percentage: 40 })
    await who.patch(`/api/library/${G}/status`, { status: 'dropped' })
    await write(who, progress({ progress: 60, hoursPlayed: 15 }))
    expect(await libraryOf(who, G)).toMatchObject({ status: 'dropped', play_time: 15, completion_percentage: 60 })
    await write(who, progress({ progress: 100, hoursPlayed: 20 }))
    expect(await libraryOf(who, G)).toMatchObject({ status: 'completed', completion_percentage: 100 })
    const { body } = await who.get(`/api/library/${G}/history`)
    expect(body.playTimeHistory.map((row: { play_time: number }) => row.play_time)).toEqual([12.5, 15, 20])
  })

  test('is added, updated, and read with the own library and the progress of its game [R-JOUR-37]', async () => {
    const who = await signUp(t)
    const { id } = await write(who, progress())
    const updated = await who.put(`/api/journal/${id}`, progress({ progress: 45, hoursPlayed: 14 }))
    expect([updated.status, updated.body.entry.progress]).toEqual([200, 45])
    const { body } = await who.get('/api/library')
    expect(JSON.stringify(body)).toContain(G)
    const read = await who.get(`/api/library/${G}/progress`)
    expect(read.body).toMatchObject({ play_time: 14, completion_percentage: 45 })
  })

  test('adds one activity to the feed within the cool-down, and is stored without one too [R-JOUR-34]', async () => {
    const who = await signUp(t)
    await write(who, progress())
    await write(who, progress({ progress: 50 }))
    await write(who, progress({ progress: 100 }))
    const { activities } = (await who.get('/api/activities/mine')).body
    const shared = activities.filter(({ type }: { type: string }) => type !== 'badge')
    expect(shared.map(({ type, details }: { type: string; details: object }) => [type, details])).toEqual([
      ['completed', { progress: 100 }],
      ['progress', { progress: 40 }],
    ])
    expect(await entriesOf(who)).toHaveLength(3)
  })

  test('corrects the library when it is edited while it is the newest entry of its game', async () => {
    const who = await signUp(t)
    const first = await write(who, progress())
    t.time.now = new Date(JOURNAL_NOW.getTime() + 1000)
    const second = await write(who, progress({ progress: 70, hoursPlayed: 30 }))
    t.time.now = JOURNAL_NOW
    await who.put(`/api/journal/${first.id}`, progress({ progress: 10, hoursPlayed: 1 }))
    expect(await libraryOf(who, G)).toMatchObject({ play_time: 30, completion_percentage: 70 })
    await who.put(`/api/journal/${second.id}`, progress({ progress: 65, hoursPlayed: 28 }))
    expect(await libraryOf(who, G)).toMatchObject({ play_time: 28, completion_percentage: 65 })
  })

  test('corrects the library also when another entry about the game, or of another member, is newer', async () => {
    const who = await signUp(t)
    const other = await signUp(t)
    const entry = await write(who, progress())
    t.time.now = new Date(JOURNAL_NOW.getTime() + 1000)
    await write(who, daily({ game: { id: G } }))
    await write(other, progress())
    t.time.now = JOURNAL_NOW
    await who.put(`/api/journal/${entry.id}`, progress({ progress: 45, hoursPlayed: 13 }))
    expect(await libraryOf(who, G)).toMatchObject({ play_time: 13, completion_percentage: 45 })
  })

  test('does not change the library when it is deleted', async () => {
    const who = await signUp(t)
    const entry = await write(who, progress())
    await who.delete(`/api/journal/${entry.id}`)
    expect(await libraryOf(who, G)).toMatchObject({ play_time: 12.5, completion_percentage: 40 })
  })
})

describe('an entry about a review', () => {
  test('creates the review, which is public by default [R-JOUR-04, R-REV-28]', async () => {
    const who = await signUp(t)
    const entry = await write(who, review())
    expect(entry).toMatchObject({ rating: 9, content: 'Superb.', is_public: true, game: { id: H } })
    const seen = (await bob.get(`/api/reviews/${entry.review_id}`)).body.review
    expect(seen).toMatchObject({ rating: 4.5, review_text: 'Superb.' })
    const hidden = await write(who, review({ game: { id: I }, is_public: false }))
    expect((await bob.get(`/api/reviews/${hidden.review_id}`)).status).toBe(404)
  })

  test('ignores is_public for other types [R-JOUR-04] [C23]', async () => {
    expect((await write(ann, daily({ is_public: false }))).is_public).toBe(true)
  })

  test('edits the existing review, and deletes the review when it is deleted [C24]', async () => {
    const who = await signUp(t)
    const entry = await write(who, review())
    const again = await add(who, review({ rating: 3, content: 'I have changed my mind.' }))
    expect([again.status, again.body.entry.id]).toEqual([200, entry.id])
    expect((await who.get(`/api/reviews/${entry.review_id}`)).body.review.rating).toBe(1.5)
    await who.put(`/api/journal/${entry.id}`, review({ rating: 8, content: 'Well.' }))
    expect((await who.get(`/api/reviews/${entry.review_id}`)).body.review).toMatchObject({ rating: 4 })
    expect((await who.delete(`/api/journal/${entry.id}`)).status).toBe(204)
    expect((await who.get(`/api/reviews/${entry.review_id}`)).status).toBe(404)
    expect(await entriesOf(who)).toEqual([])
  })

  test('does not replace a version of the review that its author does not know of [C24] [G59]', async () => {
    const who = await signUp(t)
    expect((await add(who, review({ updated_at: null }))).status).toBe(201)
    const refused = await add(who, review({ content: 'From another tab.', rating: 2, updated_at: null }))
    expect([refused.status, refused.body.code]).toEqual([409, 'changed_by_somebody'])
    expect(refused.body.entry).toMatchObject({ type: 'review', content: 'Superb.', rating: 9 })
    expect(await entriesOf(who)).toEqual([refused.body.entry])
    const { updatedAt } = refused.body.entry
    const later = await add(who, review({ content: 'From another tab.', updated_at: updatedAt }))
    expect([later.status, later.body.entry.content]).toEqual([200, 'From another tab.'])
    expect((await add(who, review({ updated_at: updatedAt }))).status).toBe(409)
    expect((await add(who, review({ content: 'Any version.' }))).status).toBe(200)
  })

  test('exists for a review from another screen, and is deleted with that review', async () => {
    const who = await signUp(t)
    const made = await who.post('/api/reviews', { game_id: H, rating: 2.5, review_text: 'So so.' })
    expect(await entriesOf(who)).toMatchObject([{ type: 'review', content: 'So so.', rating: 5 }])
    await who.delete(`/api/reviews/${made.body.review.id}`)
    expect(await entriesOf(who)).toEqual([])
  })
})

describe('an entry about a list', () => {
  test('creates a list of its games, which it contains as JSON text [R-JOUR-05, R-JOUR-16]', async () => {
    const who = await signUp(t)
    const entry = await write(who, list({ content: [{ id: 901 }, { id: H }, { id: G }] }))
    expect(JSON.parse(entry.content).map(({ id }: { id: string }) => id)).toEqual([G, H])
    expect(Object.keys(JSON.parse(entry.content)[0])).toEqual(['id', 'name', 'cover_url'])
    expect((await bob.get(`/api/lists/${entry.list_id}`)).status).toBe(404)
    const changed = await who.put(
      `/api/journal/${entry.id}`,
      list({ title: 'Others', content: [{ id: I }, { id: H }] }),
    )
    expect(changed.body.entry.title).toBe('Others')
    expect(JSON.parse(changed.body.entry.content).map(({ id }: { id: string }) => id)).toEqual([I, H])
    await who.delete(`/api/journal/${entry.id}`)
    expect((await who.get(`/api/lists/${entry.list_id}`)).status).toBe(404)
  })
})

test('an entry is written in one transaction: when the review fails, library and feed do not change [G62]', async () => {
  const who = await signUp(t)
  const run = '019a0000-0000-7000-8000-000000000000'
  const { status } = await add(who, review({ playthrough_id: run }))
  expect(status).toBe(404)
  expect(await entriesOf(who)).toEqual([])
  expect((await who.get('/api/activities/mine')).body.activities).toEqual([])
})

test('other games of a list in the journal leave its open form valid, another title does not (decision 0062)', async () => {
  const who = await signUp(t)
  const { list_id, id } = await write(who, list())
  const { updated_at, changed_at } = (await who.get(`/api/lists/${list_id}`)).body.list
  t.time.now = new Date(JOURNAL_NOW.getTime() + 60_000)
  const change = async (more: object) => expect((await who.put(`/api/journal/${id}`, list(more))).status).toBe(200)
  const words = { title: 'Short ones', description: 'For a train', is_shared: true, is_ranked: false }
  await change({ content: [{ id: H }, { id: I }] })
  const changed = (await who.get(`/api/lists/${list_id}`)).body.list
  expect([changed.updated_at, changed.changed_at > changed_at, changed.games_count]).toEqual([updated_at, true, 2])
  expect((await who.put(`/api/lists/${list_id}`, { ...words, updated_at })).status).toBe(200)
  const stored = (await who.get(`/api/lists/${list_id}`)).body.list
  await change({ title: 'Shorter ones' })
  expect((await who.put(`/api/lists/${list_id}`, { ...words, updated_at: stored.updated_at })).status).toBe(409)
  t.time.now = JOURNAL_NOW
})
