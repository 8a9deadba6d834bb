// @vitest-environment happy-dom
import { useQueryClient } from '@tanstack/react-query'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { json, VIEWER } from '#tests/browser/fake-server.tsx'
import { answers, KNIGHT, PLAYTHROUGH_ID, press, requests, show } from '#tests/browser/library.tsx'
import type { Playthrough } from '../../play-sessions.contract.ts'
import type { Acting } from '../game-actions.api.ts'
import { GameBookmark, PlaythroughList } from './playthrough-list.widgets.tsx'

const OPEN: Playthrough = {
  id: PLAYTHROUGH_ID as Playthrough['id'],
  game_id: KNIGHT.id,
  platform: 'Switch',
  started_on: '2026-11-01',
  finished_on: null,
  is_replay: true,
  kind: 'replay',
  finish_level: 'unfinished',
  is_paused: true,
  drop_reason: null,
  rating: null,
  bookmark: 'At the well',
  bookmarked_at: '2026-11-20T10:00:00.000Z',
  session_count: 2,
  session_minutes: 90,
  review_id: null,
}
const DONE: Playthrough = {
  ...OPEN,
  id: PLAYTHROUGH_ID.replace(/.$/, 'f') as Playthrough['id'],
  platform: null,
  started_on: null,
  finished_on: '2019',
  is_replay: false,
  kind: 'first',
  finish_level: 'main_story',
  is_paused: false,
  rating: 9,
  bookmark: null,
  bookmarked_at: null,
  session_count: 0,
  session_minutes: 0,
  review_id: null,
}
const PATH = `/api/user/games/${KNIGHT.id}/playthroughs/${PLAYTHROUGH_ID}`

function Panel() {
  const client = useQueryClient()
  const acting: Acting = { client, viewer: VIEWER, gameId: KNIGHT.id, gameName: KNIGHT.name, openLog: () => {} }
  return (
    <>
      <GameBookmark gameId={KNIGHT.id} />
      <PlaythroughList acting={acting} />
    </>
  )
}

function open(playthroughs: readonly Playthrough[]) {
  const totals = { play_time: 0, session_count: 0, session_minutes: 0, undated_hours: 0 }
  answers[`GET /api/user/games/${KNIGHT.id}/play-log`] = () => json(200, { totals, playthroughs })
  show(<Panel />)
  return screen.findByRole('region', { name: 'Playthroughs' })
}
const rows = (list: HTMLElement) => within(list).queryAllByRole('listitem')
const sent = (method: string) => requests.filter((one) => one.path === PATH && one.method === method)

test('each playthrough is a row, the latest on top, with its own stars', async () => {
  const list = await open([DONE, OPEN])
  expect(rows(list).map(({ textContent }) => textContent)).toEqual([
    'Replay · SwitchUnfinished · paused · since Nov 1, 20261h 30m',
    'First timeMain story · until 2019',
  ])
  expect(within(list).getByRole('img', { name: /4 and a half/ })).toBeTruthy()
})

test('the line of the open one stands first, and can be changed', async () => {
  answers[`PATCH ${PATH}`] = () => json(200, { playthrough: OPEN })
  await open([DONE, OPEN])
  expect(screen.getByRole('figure').textContent).toContain('At the well')
  await press('Where was I?')
  fireEvent.change(await screen.findByLabelText('Where are you?'), { target: { value: ' In the tower ' } })
  await press('Save')
  await waitFor(() => expect(sent('PATCH').map(({ body }) => body)).toEqual([{ bookmark: 'In the tower' }]))
})

test('without an open one there is no line and no question', async () => {
  const list = await open([DONE])
  expect(screen.queryByRole('figure')).toBeNull()
  expect(within(list).queryByRole('button', { name: 'Where was I?' })).toBeNull()
})

test('one is deleted from its form, after a confirmation', async () => {
  answers[`DELETE ${PATH}`] = () => json(204)
  const list = await open([DONE, OPEN])
  fireEvent.click(within(list).getByRole('button', { name: /^Replay · Switch/ }))
  fireEvent.click(await screen.findByRole('button', { name: 'Delete' }))
  const question = await screen.findByRole('dialog', { name: 'Delete Playthrough 2 · Switch?' })
  expect(sent('DELETE')).toEqual([])
  fireEvent.click(within(question).getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(sent('DELETE')).toHaveLength(1))
})

test('of many, four are shown until a press', async () => {
  const many = [0, 1, 2, 3, 4].map((at) => ({ ...DONE, id: DONE.id.replace(/.$/, String(at)) as Playthrough['id'] }))
  const list = await open(many)
  expect(rows(list)).toHaveLength(4)
  await press('All 5 playthroughs')
  expect(rows(list)).toHaveLength(5)
})

test('a game without any says how the first one starts', async () => {
  const list = await open([])
  expect(list.textContent).toContain('The first session starts the first one.')
  expect(within(list).getByRole('button', { name: 'Start a new playthrough' })).toBeTruthy()
})
