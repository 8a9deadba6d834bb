// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { declined, fakeServer, json, lastToast, showPage } from '#tests/browser/fake-server.tsx'
import type { Challenge } from '../challenges.contract.ts'
import { CHALLENGE_TEXTS } from '../challenges.texts.ts'
import { ChallengeDialog } from './challenge-dialog.tsx'

const server = fakeServer()
const open = () => {
  const onClose = vi.fn()
  return { onClose, ...showPage(<ChallengeDialog challenge={null} RewardField={() => null} onClose={onClose} />) }
}

test('Escape closes the dialog of a challenge until something is typed', async () => {
  const { user, onClose } = open()
  await user.type(await screen.findByRole('textbox', { name: 'Title' }), 'Long nights{Escape}')
  expect(onClose).not.toHaveBeenCalled()
})

test.each([
  ['as it was opened', ''],
  ['after the typed text is deleted again', 'x{Backspace}'],
])('Escape closes the dialog of a challenge %s', async (_state, keys) => {
  const { user, onClose } = open()
  await user.type(await screen.findByRole('textbox', { name: 'Title' }), `${keys}{Escape}`)
  expect(onClose).toHaveBeenCalledOnce()
})

test('a save over a challenge that another admin has changed says so, and the next one replaces it', async () => {
  const challenge = {
    id: '0197a1b2-0000-7000-8000-0000000000c1',
    title: 'Long nights',
    description: '',
    cover_game: null,
    starts_at: '2026-12-01T08:00:00.000Z',
    ends_at: '2026-12-31T00:00:00.000Z',
    goals: [{ type: 'play_time', target: 20, game: null }],
    reward: null,
    participants: 0,
  } as unknown as Challenge
  const PUT = `PUT /api/admin/challenges/${challenge.id}`
  server.answers[PUT] = ({ body }) =>
    body.seen ? declined(409, CHALLENGE_TEXTS.changed, 'changed_by_somebody') : json(200, { data: challenge })
  const onClose = vi.fn()
  const { user } = showPage(<ChallengeDialog challenge={challenge} RewardField={() => null} onClose={onClose} />)
  await user.type(await screen.findByRole('textbox', { name: 'Title' }), '!')
  const save = () => user.click(screen.getByRole('button', { name: 'Save challenge' }))
  await save()
  await waitFor(() => expect(lastToast()?.description).toBe(CHALLENGE_TEXTS.changed))
  expect(onClose).not.toHaveBeenCalled()
  await save()
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(server.bodies(PUT)).toMatchObject([
    { title: 'Long nights!', seen: { title: 'Long nights', starts_at: challenge.starts_at } },
    { title: 'Long nights!' },
  ])
})
