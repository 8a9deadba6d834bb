// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeServer, json, showPage, VIEWER } from '#tests/browser/fake-server.tsx'
import { LatestLists } from './lists.widgets.tsx'

const LATEST = 'GET /api/lists'
const { answers } = fakeServer()
const at = '2026-11-20T12:00:00.000Z'
const LIST = {
  ...{ id: '0197a1b2-0000-7000-8000-00000000000a', title: 'Rainy days', description: '', is_shared: true },
  user: { id: VIEWER.id, username: 'ann', display_name: 'Ann', avatar_url: null },
  ...{ is_ranked: true, games_count: 3, likes_count: 0, is_liked: false, covers: [], isHidden: false, hold: null },
  ...{ created_at: at, updated_at: at, changed_at: at, viewerCan: { edit: false, like: true } },
}

test('the latest lists lead to their pages and name their authors', async () => {
  answers[LATEST] = () => json(200, { data: [LIST] })
  showPage(<LatestLists />, { viewer: null })
  expect((await screen.findByRole('link', { name: 'Rainy days' })).getAttribute('href')).toBe(`/lists/${LIST.id}`)
  expect(screen.getByText('A list by')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Ann' }).getAttribute('href')).toBe(`/profile/${VIEWER.id}`)
})

test('without a list there is no section', async () => {
  answers[LATEST] = () => json(200, { data: [] })
  const { client } = showPage(<LatestLists />, { viewer: null })
  await expect.poll(() => client.isFetching()).toBe(0)
  expect(screen.queryByRole('heading')).toBeNull()
})
