// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { ForumThreadId, GameId } from '#shared/ids.ts'
import { declined, fakeServer, json, showPage } from '#tests/browser/fake-server.tsx'
import { forumPost, threadRow } from '#tests/browser/forum.tsx'
import { GameThreads } from './forum.widgets.tsx'
import { ForumHome } from './forum-home.tsx'

const LIST = 'GET /api/forum/threads'
const net = fakeServer()

const rows = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) =>
    threadRow({ id: forumPost(from + at).id as unknown as ForumThreadId, title: `Thread ${from + at}` }),
  )
const list = (data: readonly object[], nextCursor: string | null = null, total: number | null = null) =>
  json(200, { data, total, page: 1, hasMore: nextCursor !== null, nextCursor })
const titlesIn = async (name: string) =>
  within(await screen.findByRole('list', { name }))
    .getAllByRole('heading')
    .map((heading) => heading.textContent)
const titles = (from: number, to: number) => rows(from, to).map(({ title }) => title)

describe('the page of a game', () => {
  const GAME = { id: 'igdb_101' as GameId, name: 'Hades' }
  /** Scrolls to the section. */
  let comeNear = () => {}
  beforeEach(() => {
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        constructor(tell: (entries: { isIntersecting: boolean }[]) => void) {
          comeNear = () => tell([{ isIntersecting: true }])
        }
        observe() {}
        disconnect() {}
      },
    )
  })
  const open = () => {
    const shown = showPage(<GameThreads game={GAME} />)
    expect(net.sent(LIST)).toEqual([])
    act(() => comeNear())
    return shown
  }

  test('shows the latest five threads about it, and all of them to who asks', async () => {
    net.answers[LIST] = ({ query }) => (query.cursor === 'c1' ? list(rows(20, 22)) : list(rows(1, 20), 'c1', 22))
    const { user } = open()
    expect(await titlesIn('Threads about Hades')).toEqual(titles(1, 5))
    expect(screen.getByText('22')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'New thread about this game' }).getAttribute('href')).toBe(
      '/forum/new?category=game-talk&game=igdb_101',
    )
    await user.click(screen.getByRole('button', { name: 'Show more' }))
    expect(await titlesIn('Threads about Hades')).toEqual(titles(1, 20))
    await user.click(screen.getByRole('button', { name: 'Show more' }))
    await waitFor(async () => expect(await titlesIn('Threads about Hades')).toEqual(titles(1, 22)))
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
    expect(net.sent(LIST).map(({ query }) => query)).toEqual([{ game_id: GAME.id }, { game_id: GAME.id, cursor: 'c1' }])
  })

  test('without a thread about it invites to start the first', async () => {
    net.answers[LIST] = () => list([], null, 0)
    open()
    expect(await screen.findByText(/There is no thread about this game yet/)).toBeTruthy()
  })

  test('says that the threads could not be loaded, and loads them when asked again', async () => {
    net.answers[LIST] = () => declined(403, 'No')
    const { user } = open()
    expect(await screen.findByText('Nothing is lost. The list could not be loaded.')).toBeTruthy()
    net.answers[LIST] = () => list(rows(1, 1))
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await titlesIn('Threads about Hades')).toEqual(titles(1, 1))
  })
})

describe('the subscribed threads', () => {
  beforeEach(() => {
    net.answers['GET /api/forum/categories'] = () => json(200, { data: [] })
  })
  async function open() {
    const shown = showPage(<ForumHome />)
    await shown.user.click(await screen.findByRole('button', { name: 'Subscribed' }))
    return shown
  }

  test('are listed in parts, so that the oldest can be reached', async () => {
    net.answers[LIST] = ({ query }) =>
      query.latest ? list(rows(40, 40)) : query.cursor === 'c1' ? list(rows(20, 21)) : list(rows(1, 20), 'c1', 21)
    const { user } = await open()
    expect(await titlesIn('Subscribed threads')).toEqual(titles(1, 20))
    await user.click(screen.getByRole('button', { name: 'Show more' }))
    await waitFor(async () => expect(await titlesIn('Subscribed threads')).toEqual(titles(1, 21)))
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
  })

  test('are an empty state for a member without subscriptions', async () => {
    net.answers[LIST] = ({ query }) => list(query.latest ? rows(40, 40) : [])
    await open()
    expect(await screen.findByRole('heading', { name: 'Nothing subscribed' })).toBeTruthy()
  })
})
