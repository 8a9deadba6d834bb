// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { GameId, UserId } from '#shared/ids.ts'
import { declined, delayed, fakeServer, json, lastToast, showPage } from '#tests/browser/fake-server.tsx'
import type { Mute } from '../mutes.contract.ts'
import { MuteDialog } from './mute-dialog.tsx'

const CREATE = 'POST /api/mutes'
const JUNO = '01900000-0000-7000-8000-000000000002' as UserId
const ID = '01900000-0000-7000-8000-000000000101'
const member = { id: JUNO, username: 'juno', display_name: 'Juno', avatar_url: null } as NonNullable<Mute['member']>
const game = { id: 'igdb_7' as GameId, name: 'Hades' }

const { answers, bodies } = fakeServer()

const ofActivity = { member, feedKind: 'finished', game } as const
async function open(asked: Partial<typeof ofActivity> = ofActivity) {
  answers['GET /api/games/igdb_7'] = () =>
    json(200, {
      game: { ...game, genres: [{ id: 12, name: 'Role-playing (RPG)' }], themes: [{ id: 19, name: 'Horror' }] },
    })
  const onClose = vi.fn()
  const shown = showPage(<MuteDialog {...asked} onClose={onClose} />)
  const dialog = within(await screen.findByRole('dialog'))
  if (asked.game) await dialog.findByRole('radio', { name: 'All of Horror' })
  const choices = () => dialog.getAllByRole<HTMLInputElement>('radio')
  return { ...shown, dialog, onClose, choices }
}
const labels = (choices: readonly HTMLInputElement[]) => choices.map(({ labels }) => labels?.[0]?.textContent)

test('the dialog of an activity offers the narrowest mute first, and the genres and themes of its game last', async () => {
  const { choices, dialog } = await open()
  expect(screen.getByRole('dialog', { name: 'Less of this' })).toBeDefined()
  expect(labels(choices())).toEqual([
    'Finished by Juno',
    'Finished by everybody',
    'Juno',
    'Hades',
    'All of Role-playing',
    'All of Horror',
  ])
  expect(choices().map(({ checked }) => checked)).toEqual([true, false, false, false, false, false])
  expect(dialog.getByRole('button', { name: '30 days', pressed: true })).toBeDefined()
})

test.each([
  ['a member', { member }, ['Juno']],
  ['a game', { game }, ['Hades', 'All of Role-playing', 'All of Horror']],
])('the dialog of %s offers only what it is about', async (_what, asked, offered) => {
  const { choices } = await open(asked)
  expect(screen.getByRole('dialog', { name: 'Mute' })).toBeDefined()
  expect(labels(choices())).toEqual(offered)
  expect(choices()[0]?.checked).toBe(true)
})

test('the game can be muted although its genres could not be loaded', async () => {
  const onClose = vi.fn()
  answers['GET /api/games/igdb_7'] = () => declined(400, 'Not now')
  answers[CREATE] = () => json(201, { id: ID })
  const { user } = showPage(<MuteDialog game={game} onClose={onClose} />)
  await user.click(await screen.findByRole('button', { name: 'Mute' }))
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(bodies(CREATE)).toEqual([{ kind: 'game', game_id: 'igdb_7', until: 'month' }])
})

test('the chosen thing is muted once, for the chosen time, and the undo ends that mute', async () => {
  const { client, dialog, user, onClose } = await open()
  client.setQueryData(['activities', 'feed'], [])
  const answer = delayed()
  answers[CREATE] = answer.answer
  await user.click(dialog.getByRole('radio', { name: 'All of Horror' }))
  await user.click(dialog.getByRole('button', { name: 'A week' }))
  await user.click(dialog.getByRole('button', { name: 'Mute' }))
  await user.click(dialog.getByRole('button', { name: 'Muting…' }))
  expect(bodies(CREATE)).toEqual([{ kind: 'theme', id: 19, until: 'week' }])
  expect(onClose).not.toHaveBeenCalled()
  await answer.give(json(201, { id: ID }))
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(client.getQueryState(['activities', 'feed'])?.isInvalidated).toBe(true)
  expect(lastToast()?.title).toBe('Muted: All of Horror')
  const ended = vi.fn(() => json(204))
  answers[`DELETE /api/mutes/${ID}`] = ended
  lastToast()?.undo?.()
  await waitFor(() => expect(ended).toHaveBeenCalledOnce())
})

test('when muting fails, the dialog stays open with what was chosen, and can be sent again', async () => {
  answers[CREATE] = () => declined(400, 'You cannot mute yourself')
  const { dialog, user, onClose } = await open()
  await user.click(dialog.getByRole('radio', { name: 'Juno' }))
  await user.click(dialog.getByRole('button', { name: 'For good' }))
  await user.click(dialog.getByRole('button', { name: 'Mute' }))
  await waitFor(() =>
    expect(lastToast()).toMatchObject({
      title: 'Nothing was muted',
      description: 'You cannot mute yourself',
      tone: 'danger',
    }),
  )
  expect(onClose).not.toHaveBeenCalled()
  expect(dialog.getByRole('radio', { name: 'Juno', checked: true })).toBeDefined()
  expect(dialog.getByRole('button', { name: 'For good', pressed: true })).toBeDefined()
  answers[CREATE] = () => json(201, { id: ID })
  await user.click(dialog.getByRole('button', { name: 'Mute' }))
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(bodies(CREATE)).toEqual(Array(2).fill({ kind: 'member', member_id: JUNO, until: 'ever' }))
})
