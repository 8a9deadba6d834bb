import { beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { contract } from '#shared/contract.ts'
import { viewerWith } from '#tests/support/fixtures.ts'
import { type AnswerCache, createAnswerCache, sharersOf } from './answer-cache.ts'
import { cachedForMember, type Route, route } from './routes.ts'
import type { Viewer } from './session.ts'
import type { Tag } from './tags.ts'
import { tag } from './tags.ts'

const listThings = contract(
  { method: 'GET', path: '/api/things/:shelf' },
  {
    access: 'anyone',
    summary: 'Things',
    params: z.object({ shelf: z.string() }),
    query: z.object({ page: z.optional(z.string()) }),
    response: z.object({ things: z.number() }),
    isPublic: true,
  },
)
const things = route(listThings, async () => ({ things: 1 }))
const listOthers = contract(
  { method: 'GET', path: '/api/others/:shelf' },
  {
    access: 'anyone',
    summary: 'Others',
    params: z.object({ shelf: z.string() }),
    response: z.object({ things: z.number() }),
    isPublic: true,
  },
)
const others = route(listOthers, async () => ({ things: 1 }))

const listOwn = contract(
  { method: 'GET', path: '/api/own' },
  { access: 'member', summary: 'Own', response: z.object({ things: z.number() }) },
)
const plain = route(listOwn, async () => ({ things: 1 }))

describe('public answers', () => {
  let announce: (tags: readonly Tag[] | null) => void
  let answers: AnswerCache
  let made: number
  let now: Date

  beforeEach(() => {
    made = 0
    now = new Date('2026-11-21T12:00:00Z')
    const listeners: (typeof announce)[] = []
    announce = (tags) => {
      for (const listener of listeners) listener(tags)
    }
    const changes = {
      isLive: () => true,
      subscribe: (listener: typeof announce) => {
        listeners.push(listener)
        return () => {}
      },
      close: async () => {},
    }
    answers = createAnswerCache({ changes, clock: () => now })
  })

  const ask = (shelf: string, query: Record<string, string> = {}, status = 200, of: Route = things) =>
    answers.serveText(of, { params: { shelf }, query, body: {} }, 'everybody', async () => {
      made += 1
      return { status, body: { things: made }, headers: new Headers(), tags: [tag.shelf(String(shelf))] }
    })

  test('are computed once for all clients, whatever parameters they invent', async () => {
    const [first, second] = await Promise.all([ask('top'), ask('top', { utm: 'x', page: '' })])
    expect(second).toBe(first)
    expect((await ask('top')).text).toBe('{"things":1}')
    expect(made).toBe(1)
  })

  test('are the same for pages as data as for HTTP as text, in either order', async () => {
    const input = { params: { shelf: 'top' }, query: {}, body: {} }
    const askForPage = () =>
      answers.serve(things, input, 'everybody', async () => {
        made += 1
        return { status: 200, body: { things: made }, headers: new Headers(), tags: [tag.shelf('top')] }
      })
    const { text } = await ask('top')
    expect((await askForPage()).body).toEqual(JSON.parse(text))
    // Read from the text once.
    expect((await askForPage()).body).toBe((await askForPage()).body)
    announce([tag.shelf('top')])
    expect((await askForPage()).body).toEqual({ things: 2 })
    expect((await ask('top')).text).toBe('{"things":2}')
    expect(made).toBe(2)
  })

  test('differ by the parameters that the contract names', async () => {
    await ask('top')
    await ask('top', { page: '2' })
    await ask('top', { page: '3' })
    await ask('low')
    expect(made).toBe(4)
  })

  test('are invalidated when a tag that they show is announced', async () => {
    const before = await ask('top')
    announce([tag.shelf('low')])
    expect(await ask('top')).toBe(before)
    announce([tag.shelf('top')])
    const after = await ask('top')
    expect(after.text).toBe('{"things":2}')
    expect(after.etag).not.toBe(before.etag)
  })

  test('are cached only if they succeeded, and only under keys of reasonable length', async () => {
    await ask('top', {}, 404)
    await ask('top', {}, 503)
    await ask('x'.repeat(2100))
    await ask('x'.repeat(2100))
    expect(made).toBe(4)
  })

  test('differ by endpoint', async () => {
    await ask('top')
    await ask('top', {}, 200, others)
    expect(made).toBe(2)
    await ask('top', {}, 200, others)
    expect(made).toBe(2)
  })

  test('are cached for a minute', async () => {
    await ask('top')
    now = new Date(now.getTime() + 59_999)
    await ask('top')
    expect(made).toBe(1)
    now = new Date(now.getTime() + 1)
    await ask('top')
    expect(made).toBe(2)
  })

  test('are cached under keys of up to 2000 characters', async () => {
    const shelfOf = (length: number) => {
      const key = JSON.stringify(['/api/things/:shelf', { shelf: '' }, []])
      return 'x'.repeat(length - key.length)
    }
    for (const length of [2000, 2000, 2001, 2001]) await ask(shelfOf(length))
    expect(made).toBe(3)
  })

  describe('of members', () => {
    const viewerOf = (id: string, role: Viewer['role'] = 'user') => viewerWith(id, role)
    const mine = cachedForMember(
      route(listOwn, async () => ({ things: 1 })),
      ({ query }) => !query.search,
    )
    const askAs = (viewer: Viewer) =>
      answers.serveText(mine, { params: {}, query: {}, body: {} }, viewer, async () => {
        made += 1
        return { status: 200, body: { things: made }, headers: new Headers(), tags: [tag.shelf(viewer.id)] }
      })

    test('are cached for each member and role, until a tag is announced', async () => {
      const first = await askAs(viewerOf('ann'))
      expect(await askAs(viewerOf('ann'))).toBe(first)
      await askAs(viewerOf('ben'))
      await askAs(viewerOf('ann', 'admin'))
      expect(made).toBe(3)
      announce([tag.shelf('ann')])
      await askAs(viewerOf('ben'))
      expect((await askAs(viewerOf('ann'))).text).toBe('{"things":4}')
    })

    test('are shared by nobody else, and cached only where the route says so', () => {
      const of = (of: Route, session: object | null, query: Record<string, string> = {}) =>
        sharersOf(of, { params: {}, query, body: {} }, { session } as never)
      const viewer = viewerOf('ann')
      expect(of(mine, { viewer })).toBe(viewer)
      expect([of(mine, null), of(mine, { viewer }, { search: 'x' }), of(plain, { viewer })]).toEqual([null, null, null])
      expect([of(things, null), of(things, { viewer })]).toEqual(['everybody', 'everybody'])
    })
  })

  test('have a weak ETag', async () => {
    expect((await ask('top')).etag).toMatch(/^W\/"[\w-]{27}"$/)
  })

  test('weigh more than their text, because they are cached as data, too', async () => {
    const { bytes, text } = await ask('top')
    expect(bytes).toBeGreaterThan(2 * text.length)
  })
})
