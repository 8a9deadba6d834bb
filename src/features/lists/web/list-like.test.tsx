// @vitest-environment happy-dom
import { useQuery } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { ListId } from '#shared/ids.ts'
import { fakeServer, json, showPage } from '#tests/browser/fake-server.tsx'
import { ListScreen } from './list-page.tsx'
import { listQuery } from './lists.api.ts'

const LIST_ID = '0197a1b2-0000-7000-8000-0000000000a1' as ListId
const at = '2026-11-20T12:00:00.000Z'
const LIST = {
  ...{ id: LIST_ID, title: 'Short ones', description: '', is_shared: false, is_ranked: false, games_count: 0 },
  user: { id: '0197a1b2-0000-7000-8000-0000000000b2', username: 'bob', display_name: 'Bob', avatar_url: null },
  ...{ covers: [], likes_count: 3, is_liked: false, created_at: at, updated_at: at, changed_at: at },
  ...{ isHidden: false, hold: null, viewerCan: { edit: false, like: true }, played_count: null },
  ...{ reactions: [], comments: [], comments_count: 0 },
}
const LIKE = `POST /api/lists/${LIST_ID}/like`

const server = fakeServer()

function Page() {
  const { data } = useQuery(listQuery(LIST_ID))
  return data ? <ListScreen list={data} /> : null
}

test('presses of the heart on a slow line wait for the answer, because each call toggles', async () => {
  let isLiked = false
  let answer = () => {}
  server.answers[`GET /api/lists/${LIST_ID}`] = () => json(200, { list: LIST })
  server.answers[`GET /api/lists/${LIST_ID}/games`] = () => json(200, { data: [], total: 0, hasMore: false })
  server.answers[LIKE] = async () => {
    isLiked = !isLiked
    const answered = { liked: isLiked, likes_count: isLiked ? 4 : 3 }
    await new Promise<void>((resolve) => {
      answer = resolve
    })
    return json(200, answered)
  }
  const { user } = showPage(<Page />)
  const heart = await screen.findByRole('button', { name: /^Like/ })
  const isPressed = () => heart.getAttribute('aria-pressed')
  await user.click(heart)
  await waitFor(() => expect(isPressed()).toBe('true'))
  await user.click(heart)
  await user.click(heart)
  expect(isPressed()).toBe('true')
  await waitFor(() => expect(server.bodies(LIKE)).toHaveLength(1))
  answer()
  await waitFor(async () => {
    await user.click(heart)
    expect(isPressed()).toBe('false')
  })
  await waitFor(() => expect(server.bodies(LIKE)).toHaveLength(2))
  answer()
  expect(isLiked).toBe(false)
})
