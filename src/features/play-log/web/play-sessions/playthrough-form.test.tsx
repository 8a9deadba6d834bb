// @vitest-environment happy-dom
import { useQueryClient } from '@tanstack/react-query'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { json, VIEWER } from '#tests/browser/fake-server.tsx'
import { answers, click, KNIGHT, PLAYTHROUGH_ID, press, requests, show } from '#tests/browser/library.tsx'
import { expectEscapeAsks } from '#tests/browser/typed-words.ts'
import type { Playthrough } from '../../play-sessions.contract.ts'
import type { Acting } from '../game-actions.api.ts'
import { PlaythroughForm } from './playthrough-form.tsx'
import { playthroughFacts, runName } from './playthrough-name.ts'

const PLAYTHROUGH: Playthrough = {
  id: PLAYTHROUGH_ID as Playthrough['id'],
  game_id: KNIGHT.id,
  platform: null,
  started_on: '2026-11-01',
  finished_on: null,
  is_replay: true,
  kind: 'replay',
  rating: 8,
  bookmark: 'At the well',
  bookmarked_at: '2026-11-20T10:00:00.000Z',
  finish_level: 'unfinished',
  is_paused: true,
  drop_reason: null,
  session_count: 0,
  session_minutes: 0,
  review_id: null,
}
const PATH = `/api/user/games/${KNIGHT.id}/playthroughs/${PLAYTHROUGH_ID}`
const sent = () => requests.filter(({ path }) => path === PATH).map(({ body }) => body)

function Form({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const acting: Acting = { client, viewer: VIEWER, gameId: KNIGHT.id, gameName: KNIGHT.name, openLog: () => {} }
  return <PlaythroughForm acting={acting} playthrough={PLAYTHROUGH} platform={null} kind="first" onClose={onClose} />
}

function open() {
  answers[`PATCH ${PATH}`] = () => json(200, { playthrough: PLAYTHROUGH })
  const onClose = vi.fn()
  show(<Form onClose={onClose} />)
  return onClose
}

test('the marks of a playthrough are changed with the rest of the form', async () => {
  const onClose = open()
  const paused = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Paused' })
  expect([paused.checked, screen.getByLabelText<HTMLSelectElement>('Kind').value]).toEqual([true, 'replay'])
  await click(paused)
  fireEvent.change(screen.getByLabelText('Kind'), { target: { value: 'speedrun' } })
  fireEvent.keyDown(screen.getByRole('slider', { name: 'Stars of this playthrough' }), { key: 'ArrowRight' })
  await press('Save')
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(sent()).toMatchObject([{ is_paused: false, kind: 'speedrun', rating: 9, drop_reason: null }])
})

test('a dropped playthrough has a reason and no pause', async () => {
  const onClose = open()
  fireEvent.change(await screen.findByLabelText('How far'), { target: { value: 'dropped' } })
  expect(screen.queryByRole('checkbox', { name: 'Paused' })).toBeNull()
  fireEvent.change(screen.getByLabelText('Why you dropped it'), { target: { value: ' Too long ' } })
  await press('Save')
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(sent()).toMatchObject([{ finish_level: 'dropped', is_paused: false, drop_reason: 'Too long' }])
})

test('the facts name the marks', () => {
  expect(playthroughFacts(PLAYTHROUGH)).toBe('Unfinished · paused · since Nov 1, 2026')
  expect(runName({ ...PLAYTHROUGH, kind: 'new_game_plus', platform: 'PC' })).toBe('New game plus · PC')
})

test('Escape closes the form, and asks before typed words are lost', async () => {
  const onClose = open()
  const platform = await screen.findByRole('textbox', { name: 'Platform' })
  await expectEscapeAsks(platform, 'Deck')
  expect(onClose).not.toHaveBeenCalled()
  await userEvent.clear(platform)
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
})
