import { Window } from 'happy-dom'
import { beforeAll, describe, expect, test } from 'vitest'
import { tag } from '#server/tags.ts'
import { addGames, record, saveSettings } from '#tests/support/fixtures.ts'
import { type Member, signUp } from '#tests/support/members.ts'
import { ORIGIN, useTestApp } from '#tests/support/test-app.ts'

const app = useTestApp()
const [HADES, CELESTE] = ['igdb_101', 'igdb_102'] as const

let mara: Member
let juno: Member
let server = ''
beforeAll(async () => {
  await addGames(app, [HADES, CELESTE], (number) => (number === 101 ? 'Hades' : 'Celeste'))
  mara = await signUp(app, { username: 'mara', displayName: 'Mara & Co' })
  juno = await signUp(app, { username: 'juno' })
  server = await app.listen()
  app.time.now = new Date('2026-03-01T12:00:00Z')
})

const pathOf = (member: Member, kind: string) => `/feeds/${member.user.id}/${kind}.atom`
const fetchFeed = (member: Member, kind: string, headers: Record<string, string> = {}) =>
  fetch(server + pathOf(member, kind), { headers })
const elementOf = (xml: string) => new new Window().DOMParser().parseFromString(xml, 'application/xml').documentElement

/** Reads a feed as a reader elsewhere does. */
const readFeed = (member: Member, kind: string) => readAt(pathOf(member, kind))
async function readAt(path: string) {
  const response = await fetch(server + path)
  expect(response.status).toBe(200)
  const feed = elementOf(await response.text())
  const textOf = (name: string) => feed.querySelector(`feed > ${name}`)?.textContent
  const entries = [...feed.querySelectorAll('entry')].map((entry) => ({
    id: entry.querySelector('id')?.textContent,
    title: entry.querySelector('title')?.textContent,
    href: entry.querySelector('link')?.getAttribute('href'),
    published: entry.querySelector('published')?.textContent,
    updated: entry.querySelector('updated')?.textContent,
    html: entry.querySelector('content')?.textContent,
  }))
  return { id: textOf('id'), title: textOf('title'), updated: textOf('updated'), feed, entries }
}
const titlesOf = async (member: Member, kind: string) =>
  (await readFeed(member, kind)).entries.map(({ title }) => title)
/** Lets all cached documents expire. */
const later = () => {
  app.time.now = new Date(app.time.now.getTime() + 10 * 60_000)
}

const review = async (member: Member, game_id: string, more: object = {}): Promise<string> =>
  (await member.post('/api/reviews', { game_id, rating: 4.5, review_text: 'A <b>fine</b> game & more', ...more })).body
    .review.id

describe('reviews', () => {
  test('the feed has what a visitor reads of a review, as escaped HTML', async () => {
    const id = await review(mara, HADES)
    const { feed, entries, ...head } = await readFeed(mara, 'reviews')
    expect(head).toEqual({
      id: `urn:uuid:${mara.user.id}#reviews`,
      title: 'Reviews by Mara & Co · Savepoint',
      updated: app.time.now.toISOString(),
    })
    expect(feed.querySelector('author > name')?.textContent).toBe('Mara & Co')
    expect(feed.querySelector('link[rel=self]')?.getAttribute('href')).toBe(ORIGIN + pathOf(mara, 'reviews'))
    expect(feed.querySelector('link[rel=alternate]')?.getAttribute('href')).toBe(
      `${ORIGIN}/profile/${mara.user.id}?tab=reviews`,
    )
    const at = app.time.now.toISOString()
    expect(entries).toEqual([
      {
        id: `urn:uuid:${id}`,
        title: 'Hades: 4.5 of 5 stars',
        href: `${ORIGIN}/reviews/${id}`,
        published: at,
        updated: at,
        html: '<div dir="auto">A <b>fine</b> game &amp; more</div>',
      },
    ])
  })

  test('private and hidden reviews are left out', async () => {
    const id = await review(mara, CELESTE, { is_public: false })
    later()
    expect(await titlesOf(mara, 'reviews')).toEqual(['Hades: 4.5 of 5 stars'])
    await app.db.updateTable('reviews').set({ is_public: true, hidden_at: app.time.now }).where('id', '=', id).execute()
    later()
    expect(await titlesOf(mara, 'reviews')).toEqual(['Hades: 4.5 of 5 stars'])
    await mara.delete(`/api/reviews/${id}`)
  })

  test('a review that is marked as spoiling is left out, with the sentence and a link in its place', async () => {
    const id = await review(juno, HADES, { review_text: 'The ferryman did it', spoils_to: 80 })
    const { entries } = await readFeed(juno, 'reviews')
    expect(entries.map(({ html }) => html)).toEqual([
      `<p dir="auto">Written at 80\u00A0% of the game. <a href="${ORIGIN}/reviews/${id}">Show it</a></p>`,
    ])
  })

  test('a new review, an edited one and a deleted one are in the next document', async () => {
    const id = await review(mara, CELESTE)
    await app.settle()
    expect(await titlesOf(mara, 'reviews')).toHaveLength(2)
    await mara.put(`/api/reviews/${id}`, { rating: 1, review_text: 'No' })
    await app.settle()
    expect(await titlesOf(mara, 'reviews')).toContain('Celeste: 1 of 5 stars')
    await mara.delete(`/api/reviews/${id}`)
    await app.settle()
    expect(await titlesOf(mara, 'reviews')).toEqual(['Hades: 4.5 of 5 stars'])
  })

  test('the feed has the 20 newest', async () => {
    const zoe = await signUp(app)
    const games = Array.from({ length: 21 }, (_, at) => `igdb_${301 + at}`)
    await addGames(app, games)
    for (const game of games) {
      later()
      await review(zoe, game)
    }
    later()
    const titles = await titlesOf(zoe, 'reviews')
    expect(titles).toHaveLength(20)
    expect(titles.at(0)).toBe('Game 321: 4.5 of 5 stars')
    expect(titles).not.toContain('Game 301: 4.5 of 5 stars')
  })
})

describe('lists', () => {
  test('the feed has shared lists with their first games, and no private ones', async () => {
    await mara.post('/api/lists', { title: 'Secret', game_ids: [HADES] })
    const list = { title: 'Best <of>', description: 'One\ntwo', is_shared: true, is_ranked: true }
    const { id } = (await mara.post('/api/lists', list)).body.list
    for (const game_id of [HADES, CELESTE]) await mara.post(`/api/lists/${id}/games`, { game_id })
    const { entries } = await readFeed(mara, 'lists')
    expect(entries.map(({ title, href, html }) => ({ title, href, html }))).toEqual([
      {
        title: 'Best <of>',
        href: `${ORIGIN}/lists/${id}`,
        html: '<p dir="auto">One<br />two</p><ol><li dir="auto">Hades</li><li dir="auto">Celeste</li></ol>',
      },
    ])
  })

  test('a longer list says how many games follow', async () => {
    const games = Array.from({ length: 7 }, (_, at) => `igdb_${401 + at}`)
    await addGames(app, games)
    const { id } = (await juno.post('/api/lists', { title: 'Long', is_shared: true })).body.list
    for (const game_id of games) await juno.post(`/api/lists/${id}/games`, { game_id })
    await juno.post('/api/lists', { title: 'Empty', is_shared: true })
    const { entries } = await readFeed(juno, 'lists')
    const htmlOf = (title: string) => entries.find((entry) => entry.title === title)?.html
    expect(htmlOf('Long')).toMatch(/<li dir="auto">Game 405<\/li><\/ul><p dir="auto">And 2 games more<\/p>$/)
    expect(htmlOf('Empty')).toBe('<p dir="auto">0 games</p>')
  })
})

describe('one list', () => {
  const pathOfList = (id: string) => `/feeds/lists/${id}/games.atom`
  const listOf = async (member: Member, more: object = {}): Promise<string> =>
    (await member.post('/api/lists', { title: 'Rainy & long', is_shared: true, ...more })).body.list.id

  test('the feed has its games, those that came last first', async () => {
    const id = await listOf(mara, { game_ids: [HADES] })
    const first = app.time.now.toISOString()
    later()
    await mara.post(`/api/lists/${id}/games`, { game_id: CELESTE, note: 'One <more>' })
    const at = app.time.now.toISOString()
    const { feed, entries, ...head } = await readAt(pathOfList(id))
    expect(head).toEqual({ id: `urn:uuid:${id}#games`, title: 'Rainy & long · Savepoint', updated: at })
    expect(feed.querySelector('author > name')?.textContent).toBe('Mara & Co')
    expect(feed.querySelector('link[rel=self]')?.getAttribute('href')).toBe(ORIGIN + pathOfList(id))
    expect(feed.querySelector('link[rel=alternate]')?.getAttribute('href')).toBe(`${ORIGIN}/lists/${id}`)
    expect(entries).toEqual([
      {
        id: `urn:uuid:${id}#${CELESTE}`,
        title: 'Celeste',
        href: `${ORIGIN}/game/${CELESTE}`,
        published: at,
        updated: at,
        html: '<p dir="auto">One &lt;more&gt;</p>',
      },
      expect.objectContaining({ title: 'Hades', published: first }),
    ])
  })

  test('games that came together stand in the order of the list, and the 20 newest are there', async () => {
    const games = Array.from({ length: 21 }, (_, at) => `igdb_${501 + at}`)
    await addGames(app, games)
    const id = await listOf(juno, { game_ids: games })
    const { entries } = await readAt(pathOfList(id))
    expect(entries.map(({ title }) => title)).toEqual(games.slice(0, 20).map((game) => `Game ${game.slice(5)}`))
  })

  test('a new game is in the next document of a smart list', async () => {
    const tell = async (game: string) => {
      const genres = JSON.stringify([{ id: 12, name: 'Role-playing (RPG)' }])
      await app.db
        .updateTable('games')
        .set({ genre_ids: [12], genres })
        .where('id', '=', game)
        .execute()
      await app.settle([tag.games])
    }
    await tell(HADES)
    const id = await listOf(mara, { filters: 'genre=12' })
    expect((await readAt(pathOfList(id))).entries).toHaveLength(1)
    await tell(CELESTE)
    app.time.now = new Date(app.time.now.getTime() + 60 * 60_000)
    await app.run('keep-smart-lists')
    await app.settle()
    const { updated, entries } = await readAt(pathOfList(id))
    expect(entries.map(({ title }) => title)).toEqual(['Celeste', 'Hades'])
    expect(updated).toBe(app.time.now.toISOString())
  })

  test('a private one, a hidden one, one of a closed profile and none at all have no feed', async () => {
    const zoe = await signUp(app)
    const id = await listOf(zoe, { game_ids: [HADES] })
    const statusOf = async (path = pathOfList(id)) => {
      await app.settle()
      return (await fetch(server + path)).status
    }
    expect(await statusOf()).toBe(200)
    await zoe.put(`/api/lists/${id}`, { title: 'Rainy', is_shared: false })
    expect(await statusOf()).toBe(404)
    await zoe.put(`/api/lists/${id}`, { title: 'Rainy', is_shared: true })
    expect(await statusOf()).toBe(200)
    await zoe.patch('/api/profiles/me', { settings: { visibility: 'friends' } })
    expect(await statusOf()).toBe(404)
    await zoe.patch('/api/profiles/me', { settings: { visibility: 'public' } })
    await app.db.updateTable('lists').set({ hidden_at: app.time.now }).where('id', '=', id).execute()
    later()
    expect(await statusOf()).toBe(404)
    expect(await statusOf(pathOfList('019a0000-0000-7000-8000-000000000000'))).toBe(404)
    expect(await statusOf(pathOfList('rainy'))).toBe(404)
  })
})

describe('activity', () => {
  test('the feed has the sentence, the own words and the review of an activity', async () => {
    const zoe = await signUp(app, { username: 'zoe', displayName: 'Zoe' })
    await zoe.post('/api/friends/activities/create', {
      activity_type: 'progress',
      game_id: HADES,
      details: { progress: 40, text: 'One more <run>' },
    })
    later()
    const id = await review(zoe, CELESTE)
    later()
    const { entries } = await readFeed(zoe, 'activity')
    expect(entries.map(({ title, href, html }) => ({ title, href, html }))).toEqual([
      {
        title: 'Zoe earned the badge First Review',
        href: expect.stringMatching(`^${ORIGIN}/activity/`),
        html: '<p dir="auto">Zoe earned the badge First Review</p>',
      },
      {
        title: 'Zoe reviewed Celeste',
        href: `${ORIGIN}/reviews/${id}`,
        html: '<p dir="auto">Zoe reviewed Celeste</p><p dir="auto">4.5 of 5 stars</p><div dir="auto">A <b>fine</b> game &amp; more</div>',
      },
      {
        title: 'Zoe is 40 % through Hades',
        href: expect.stringMatching(`^${ORIGIN}/activity/`),
        html: '<p dir="auto">Zoe is 40 % through Hades</p><p dir="auto">One more &lt;run&gt;</p>',
      },
    ])
  })

  test('hidden activities are left out', async () => {
    const zoe = await signUp(app)
    const id = await record(app, zoe, { game_id: HADES })
    await app.db.updateTable('friend_activities').set({ hidden_at: app.time.now }).where('id', '=', id).execute()
    expect(await titlesOf(zoe, 'activity')).toEqual([])
  })
})

describe('who reads', () => {
  const statusesOf = async (member: Member) => {
    later()
    const kinds = ['reviews', 'lists', 'activity']
    return Promise.all(kinds.map(async (kind) => (await fetchFeed(member, kind)).status))
  }

  test('a member without anything public has empty feeds', async () => {
    const zoe = await signUp(app)
    expect(await statusesOf(zoe)).toEqual([200, 200, 200])
    expect((await readFeed(zoe, 'lists')).entries).toEqual([])
  })

  test('a profile that visitors may not see has no feeds, and closed activity no feed of it', async () => {
    const zoe = await signUp(app)
    for (const visibility of ['friends', 'private']) {
      await saveSettings(app, zoe, { visibility })
      expect([visibility, await statusesOf(zoe)]).toEqual([visibility, [404, 404, 404]])
    }
    await saveSettings(app, zoe, { sections: { activity: 'friends', library: 'private' } })
    expect(await statusesOf(zoe)).toEqual([200, 200, 404])
  })

  test('a cached document is not served any more when its member closes the profile', async () => {
    const zoe = await signUp(app)
    await review(zoe, HADES)
    await app.settle()
    expect((await readFeed(zoe, 'reviews')).entries).toHaveLength(1)
    expect((await zoe.patch('/api/profiles/me', { settings: { visibility: 'private' } })).status).toBe(200)
    await app.settle()
    expect((await fetchFeed(zoe, 'reviews')).status).toBe(404)
  })

  test('a disabled member has none, and neither has nobody', async () => {
    const zoe = await signUp(app)
    await app.db.updateTable('profiles').set({ disabled_at: app.time.now }).where('id', '=', zoe.user.id).execute()
    expect(await statusesOf(zoe)).toEqual([404, 404, 404])
    for (const id of ['019a0000-0000-7000-8000-000000000000', 'mara', '%00', "'"])
      expect((await fetch(`${server}/feeds/${id}/reviews.atom`)).status).toBe(404)
    expect((await fetch(`${server}/feeds/${mara.user.id}/journal.atom`)).status).toBe(404)
  })

  test('everybody gets the same document, the owner and a blocked member too', async () => {
    const zoe = await signUp(app)
    await review(zoe, HADES)
    await review(zoe, CELESTE, { is_public: false })
    await zoe.post('/api/blocks', { user_id: juno.user.id })
    const answers = await Promise.all([app.visitor(), zoe, juno].map((client) => client.get(pathOf(zoe, 'reviews'))))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
    expect(answers[0]?.body).not.toContain('Celeste')
  })
})

describe('cached and conditional', () => {
  test('the second reader gets the cached document, without a query and in an encoding', async () => {
    later()
    const first = await fetchFeed(mara, 'reviews')
    expect(first.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8')
    expect(first.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate')
    const queries = await app.countQueries(async () => {
      const again = await fetchFeed(mara, 'reviews', { 'accept-encoding': 'br' })
      expect(again.headers.get('content-encoding')).toBe('br')
      expect(await again.text()).toBe(await first.text())
    })
    expect(queries).toBe(0)
  })

  test('a reader who has the document gets 304, by the ETag or by the date', async () => {
    const { headers } = await fetchFeed(mara, 'reviews')
    const etag = headers.get('etag') ?? ''
    const date = headers.get('last-modified') ?? ''
    expect(date).toMatch(/^\w{3}, \d{2} \w{3} 2026 \d{2}:\d{2}:\d{2} GMT$/)
    const statusWith = async (given: Record<string, string>) => {
      const answer = await fetchFeed(mara, 'reviews', given)
      return [answer.status, (await answer.text()) === '']
    }
    expect(await statusWith({ 'if-none-match': etag })).toEqual([304, true])
    expect(await statusWith({ 'if-modified-since': date })).toEqual([304, true])
    expect(await statusWith({ 'if-none-match': '"other"', 'if-modified-since': date })).toEqual([200, false])
    expect(await statusWith({ 'if-modified-since': 'Sun, 01 Feb 2026 12:00:00 GMT' })).toEqual([200, false])
  })

  test('a request for the head has the same headers and no body', async () => {
    const answer = await fetch(server + pathOf(mara, 'reviews'), { method: 'HEAD' })
    expect([answer.status, await answer.text()]).toEqual([200, ''])
    expect(answer.headers.get('etag')).not.toBeNull()
  })
})
