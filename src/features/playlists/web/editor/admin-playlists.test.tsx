// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { declined, delayed, json, lastToast, showPage } from '#tests/browser/fake-server.tsx'
import { ADMIN, answers, bodies, idOf, playlistOf, sent } from '#tests/browser/playlist-editor.tsx'
import type { Playlist } from '../../playlists.contract.ts'
import { AdminPlaylists } from './admin-playlists.tsx'
import type { PlaylistFilter } from './playlist-editor.api.ts'

const LIST = 'GET /api/admin/playlists'
const ORDER = 'PATCH /api/playlists/order'
const ALL: PlaylistFilter = { type: null, search: '' }
const ONE = playlistOf({ id: idOf(1), title: 'Rainy days', isPublished: true })
const TWO = playlistOf({ id: idOf(2), title: 'Winter sale', type: 'event', start_date: '2026-12-01' })
const THREE = playlistOf({ id: idOf(3), title: 'Short ones', type: 'featured', games: [] })

let stored: Playlist[]
beforeEach(() => {
  stored = [ONE, TWO, THREE]
  answers[LIST] = () => json(200, { playlists: stored, total: stored.length, hasMore: false })
  Element.prototype.scrollIntoView = () => {}
})

async function open(filter = ALL) {
  const shown = showPage(<AdminPlaylists filter={filter} />, { viewer: ADMIN, at: '/admin/playlists' })
  await screen.findByRole('list', { name: 'Playlists' })
  const choose = async (title: string, item: string) => {
    await shown.user.click(screen.getByRole('button', { name: `Change ${title}` }))
    await shown.user.click(await screen.findByRole('menuitem', { name: item }))
  }
  return { ...shown, choose }
}
const rows = () => within(screen.getByRole('list', { name: 'Playlists' })).getAllByRole('listitem')
const titles = () => rows().map((row) => row.querySelector('h2')?.textContent)

describe('the list', () => {
  test('shows state, type and games of every playlist, with a way to its editor [R-ROUTE-10]', async () => {
    await open()
    const [first, second, third] = rows().map((row) => row.textContent)
    expect(first).toMatch(/Rainy days.*Live.*Collection.*3 games/)
    expect(second).toMatch(/Winter sale.*Draft.*Event/)
    expect(third).toMatch(/Draft.*Featured.*0 games/)
    expect(screen.getByRole('link', { name: 'Rainy days' }).getAttribute('href')).toBe(
      `/admin/playlists/${ONE.id}/edit`,
    )
    expect(screen.getByRole('link', { name: 'New playlist' }).getAttribute('href')).toBe('/admin/playlists/new')
  })

  test('is searched and filtered by its address', async () => {
    const { router, user } = await open({ type: 'event', search: 'win' })
    expect(sent(LIST)[0]?.query).toEqual({ type: 'event', search: 'win', page: '1', limit: '100' })
    expect(screen.getByRole('link', { name: 'Genre' }).getAttribute('href')).toBe(
      '/admin/playlists?type=genre&search=win',
    )
    expect(screen.getByRole('link', { name: 'Event' }).getAttribute('aria-current')).toBe('true')
    const box = screen.getByRole('searchbox', { name: 'Search playlists' })
    await user.clear(box)
    await user.type(box, ' sale {Enter}')
    expect(router.state.location.search).toBe('?type=event&search=sale')
  })

  test('has a next step when it is empty', async () => {
    stored = []
    showPage(<AdminPlaylists filter={ALL} />, { viewer: ADMIN })
    expect(await screen.findByRole('heading', { name: 'No playlists yet' })).toBeDefined()
    expect(screen.getByRole('link', { name: 'New playlist' })).toBeDefined()
  })
})

describe('the order', () => {
  test('is changed by key, with every step spoken [R-ADMIN-01]', async () => {
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
      const row = this.closest('li')
      return new DOMRect(0, row ? [...(row.parentElement?.children ?? [])].indexOf(row) * 60 : 0, 300, 60)
    })
    answers[ORDER] = () => {
      stored = [TWO, ONE, THREE]
      return json(204)
    }
    await open()
    const announced = () => document.querySelector('[aria-live="assertive"]')?.textContent
    const key = (code: string) => waitFor(() => expect(fireEvent.keyDown(document, { code })).toBe(false))
    const handle = screen.getByRole('button', { name: 'Move Rainy days, position 1 of 3' })
    handle.focus()
    fireEvent.keyDown(handle, { code: 'Space' })
    await waitFor(() => expect(announced()).toBe('Rainy days is picked up. It is at position 1 of 3.'))
    await key('ArrowDown')
    await waitFor(() => expect(announced()).toBe('Rainy days moves to position 2 of 3.'))
    await key('Space')
    await waitFor(() => expect(titles()).toEqual(['Winter sale', 'Rainy days', 'Short ones']))
    expect(bodies(ORDER)).toEqual([{ ids: [TWO.id, ONE.id, THREE.id] }])
    vi.restoreAllMocks()
  })

  test('is changed from a menu, together with the playlists that are not shown yet', async () => {
    answers[LIST] = ({ query }) =>
      query.page === '1'
        ? json(200, { playlists: [ONE, TWO], total: 3, hasMore: true })
        : json(200, { playlists: [THREE], total: 3, hasMore: false })
    answers[ORDER] = () => json(204)
    const { choose } = await open()
    await choose('Winter sale', 'Move to the top')
    await waitFor(() => expect(bodies(ORDER)).toEqual([{ ids: [TWO.id, ONE.id, THREE.id] }]))
  })

  test('has both of two quick moves, although the playlists that are not shown are still being read', async () => {
    const reading = delayed()
    const four = playlistOf({ id: idOf(4), title: 'Long ones' })
    answers[LIST] = ({ query }) =>
      query.page === '1'
        ? json(200, { playlists: [ONE, TWO, THREE], total: 4, hasMore: true })
        : reading.answer().then((page) => page.clone())
    answers[ORDER] = () => json(204)
    const { choose } = await open()
    await choose('Short ones', 'Move to the top')
    await choose('Winter sale', 'Move up')
    await reading.give(json(200, { playlists: [four], total: 4, hasMore: false }))
    await waitFor(() => expect(bodies(ORDER)).toHaveLength(2))
    expect(bodies(ORDER).at(-1)).toEqual({ ids: [THREE.id, TWO.id, ONE.id, four.id] })
  })

  test('is changed without a playlist that another admin has deleted meanwhile', async () => {
    answers[ORDER] = ({ body }) => {
      stored = [ONE, THREE]
      return (body.ids as string[]).includes(TWO.id) ? declined(404, 'Playlist not found') : json(204)
    }
    const { choose } = await open()
    await choose('Short ones', 'Move to the top')
    await waitFor(() => expect(bodies(ORDER).at(-1)).toEqual({ ids: [THREE.id, ONE.id] }))
    expect(lastToast()).toBeNull()
  })

  test('that could not be saved is shown as it was', async () => {
    answers[ORDER] = () => declined(404, 'Playlist not found')
    const { choose } = await open()
    await choose('Short ones', 'Move up')
    await waitFor(() =>
      expect(lastToast()).toMatchObject({ title: 'The order was not saved', description: 'Playlist not found' }),
    )
    await waitFor(() => expect(titles()).toEqual(['Rainy days', 'Winter sale', 'Short ones']))
  })

  test('is not changed in a part of the list', async () => {
    await open({ type: 'event', search: '' })
    expect(screen.getByText('The order can be changed in the list of all playlists.')).toBeDefined()
    expect(screen.queryByRole('button', { name: /^Move / })).toBeNull()
  })
})

describe('a playlist', () => {
  test('is published, and made a draft again with Undo', async () => {
    const path = `PUT /api/playlists/${TWO.id}/published`
    answers[path] = ({ body }) => json(200, { playlist: { ...TWO, ...body } })
    const { choose } = await open()
    await choose('Winter sale', 'Publish')
    await waitFor(() => expect(lastToast()?.title).toBe('Winter sale is live'))
    lastToast()?.undo?.()
    await waitFor(() => expect(bodies(path)).toEqual([{ isPublished: true }, { isPublished: false }]))
  })

  test('is deleted after a question, and restored with Undo', async () => {
    const path = `/api/playlists/${ONE.id}`
    answers[`DELETE ${path}`] = () => {
      stored = [TWO, THREE]
      return json(204)
    }
    answers[`POST ${path}/restore`] = () => {
      stored = [ONE, TWO, THREE]
      return json(200, { playlist: ONE })
    }
    const { choose, user } = await open()
    await choose('Rainy days', 'Delete')
    const question = within(await screen.findByRole('dialog', { name: 'Delete Rainy days?' }))
    expect(sent(`DELETE ${path}`)).toEqual([])
    await user.click(question.getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(lastToast()?.title).toBe('Rainy days is deleted'))
    await waitFor(() => expect(titles()).toEqual(['Winter sale', 'Short ones']))
    lastToast()?.undo?.()
    await waitFor(() => expect(titles()).toEqual(['Rainy days', 'Winter sale', 'Short ones']))
    expect(lastToast()?.title).toBe('Rainy days is back')
  })
})
