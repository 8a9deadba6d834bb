// @vitest-environment happy-dom
import { useQueryClient } from '@tanstack/react-query'
import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { json, lastToast, VIEWER } from '#tests/browser/fake-server.tsx'
import { answers, click, entryOf, KNIGHT, PLAYTHROUGH_ID, requests, show, toastShows } from '#tests/browser/library.tsx'
import type { PlaySession } from '../../play-sessions.contract.ts'
import type { Acting } from '../game-actions.api.ts'
import { PlaySessionList } from './play-session-list.tsx'

const PATH = `/api/user/games/${KNIGHT.id}/sessions`
let stored: PlaySession[]
const sessionOf = (n: number): PlaySession => ({
  id: `0197a1b2-0000-7000-8000-00000000000${n}` as PlaySession['id'],
  game_id: KNIGHT.id,
  playthrough_id: PLAYTHROUGH_ID as PlaySession['playthrough_id'],
  played_on: `2026-11-0${n}`,
  minutes: 30,
  note: null,
  origin: 'typed',
})
beforeEach(() => {
  stored = [sessionOf(3), sessionOf(2), sessionOf(1)]
  answers[`GET ${PATH}`] = () => json(200, { data: stored, total: stored.length, hasMore: false })
  answers[`DELETE ${PATH}/${sessionOf(3).id}`] = () => {
    stored = stored.slice(1)
    return json(200, { entry: entryOf(KNIGHT.id) })
  }
  answers[`POST ${PATH}/merge`] = () => {
    stored = [{ ...sessionOf(3), minutes: 60 }, sessionOf(1)]
    return json(200, { session: stored[0], entry: entryOf(KNIGHT.id), undo_id: 'undo' })
  }
})

function List() {
  const client = useQueryClient()
  const acting: Acting = { client, viewer: VIEWER, gameId: KNIGHT.id, gameName: KNIGHT.name, openLog: () => {} }
  return <PlaySessionList acting={acting} playthroughs={[]} />
}
const press = async (name: string | RegExp) => {
  const button = await screen.findByRole('button', { name })
  act(() => button.focus())
  await click(button)
}
const part = () => screen.getByRole('region', { name: 'Sessions' })

// Without it the focus would be nowhere, and a screen reader would begin at the top of the document.
test('when a session is deleted by keyboard, the focus moves to its list', async () => {
  show(<List />)
  await press('Delete 30m on Nov 3, 2026')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Delete 30m on Nov 3, 2026' })).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(part()))
})

test('a session that is deleted twice on a slow line is deleted once, and its toast has Undo', async () => {
  let finish = () => {}
  answers[`DELETE ${PATH}/${sessionOf(3).id}`] = async () => {
    await new Promise<void>((done) => {
      finish = done
    })
    stored = stored.slice(1)
    return json(200, { entry: entryOf(KNIGHT.id) })
  }
  show(<List />)
  const deletions = () => requests.filter(({ method }) => method === 'DELETE')
  await press('Delete 30m on Nov 3, 2026')
  await waitFor(() => expect(deletions()).toHaveLength(1))
  await press('Delete 30m on Nov 3, 2026')
  finish()
  await toastShows('Hollow Knight: 30m deleted')
  expect(lastToast()?.undo).toBeTruthy()
  expect(deletions()).toHaveLength(1)
})

test('when sessions are merged by keyboard, the focus moves to their list', async () => {
  show(<List />)
  await press('Merge…')
  for (const day of [3, 2]) await click(await screen.findByRole('checkbox', { name: new RegExp(`Nov ${day}`) }))
  await press('Merge')
  await waitFor(() => expect(screen.queryByRole('checkbox')).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(part()))
})
