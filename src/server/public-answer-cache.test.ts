import { beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { contract } from '#shared/contract.ts'
import { createPublicAnswerCache, type PublicAnswerCache } from './public-answer-cache.ts'
import { route } from './routes.ts'
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

describe('public answers', () => {
  let announce: (tags: readonly Tag[] | null) => void
  let answers: PublicAnswerCache
  let made: number

  beforeEach(() => {
    made = 0
    const changes = {
      isLive: () => true,
      subscribe: (listener: typeof announce) => {
        announce = listener
        return () => {}
      },
      close: async () => {},
    }
    answers = createPublicAnswerCache({ changes, clock: () => new Date('2026-11-21') })
  })

  const ask = (shelf: string, query: Record<string, string> = {}, status = 200) =>
    answers.serve(things, { params: { shelf }, query, body: {} }, async () => {
      made += 1
      return { status, body: { things: made }, headers: new Headers(), tags: [tag.shelf(String(shelf))] }
    })

  test('are computed once for all clients, whatever parameters they invent', async () => {
    const [first, second] = await Promise.all([ask('top'), ask('top', { utm: 'x', page: '' })])
    expect(second).toBe(first)
    expect((await ask('top')).text).toBe('{"things":1}')
    expect(made).toBe(1)
  })

  test('differ by the parameters that the contract names', async () => {
    await ask('top')
    await ask('top', { page: '2' })
    await ask('low')
    expect(made).toBe(3)
  })

  test('are invalidated when a tag that they show is announced', async () => {
    const before = await ask('top')
    announce([tag.shelf('low')])
    expect(await ask('top')).toBe(before)
    announce([tag.shelf('top')])
    const after = await ask('top')
    expect(after.outcome.body).toEqual({ things: 2 })
    expect(after.etag).not.toBe(before.etag)
  })

  test('are cached only if they succeeded, and only under keys of reasonable length', async () => {
    await ask('top', {}, 404)
    await ask('top', {}, 503)
    await ask('x'.repeat(600))
    await ask('x'.repeat(600))
    expect(made).toBe(4)
  })
})
