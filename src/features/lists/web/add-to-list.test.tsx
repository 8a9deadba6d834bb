// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { accountsKeys, signInRequests } from '#features/accounts/web/accounts.api.ts'
import { MemberDialogHost } from '#features/accounts/web/member-dialog-host.tsx'
import { memberDialogs } from '#features/accounts/web/member-dialogs.api.ts'
import type { GameId } from '#shared/ids.ts'
import { declined, fakeServer, json, lastToast, showPage, VIEWER } from '#tests/browser/fake-server.tsx'
import { askForLists } from './add-to-list.ts'

const HADES = {
  id: 'igdb_113112' as GameId,
  name: 'Hades',
  year: 2020,
  genre: null,
  developer: null,
  cover_url: null,
}
const TRAIN = '0197a1b2-0000-7000-8000-00000000000a'
const LISTS = 'GET /api/lists/mine'
const ADD = `POST /api/lists/${TRAIN}/games`
const REMOVE = `DELETE /api/lists/${TRAIN}/games/${HADES.id}`

const server = fakeServer()
const lists = (has_game: boolean) => ({
  data: [{ id: TRAIN, title: 'For the train', is_shared: false, games_count: 2, has_game }],
})
const open = () => act(async () => askForLists(HADES))
const box = () => screen.findByRole<HTMLInputElement>('checkbox', { name: /For the train/ })

afterEach(() => {
  memberDialogs.set(null)
  signInRequests.set(null)
})

test('ticking a list adds the game at once, and unticking removes it', async () => {
  let hasGame = false
  server.answers[LISTS] = ({ query }) => {
    expect(query.game_id).toBe(HADES.id)
    return json(200, lists(hasGame))
  }
  server.answers[ADD] = () => {
    hasGame = true
    const game = { game: HADES, position: 3, note: null, added_at: '2026-11-21T10:00:00.000Z' }
    return json(201, { game, games_count: 3 })
  }
  server.answers[REMOVE] = () => {
    hasGame = false
    return json(204)
  }
  const { user } = showPage(<MemberDialogHost />)
  await open()
  await user.click(await box())
  await waitFor(async () => expect((await box()).checked).toBe(true))
  expect(server.bodies(ADD)).toEqual([{ game_id: HADES.id }])
  await user.click(await box())
  await waitFor(async () => expect((await box()).checked).toBe(false))
  await waitFor(() => expect(server.sent(REMOVE)).toHaveLength(1))
})

test('a change that cannot be saved is rolled back, and a toast shows the reason', async () => {
  server.answers[LISTS] = () => json(200, lists(false))
  server.answers[ADD] = () => declined(409, 'A list can contain at most 1000 games', 'list_full')
  const { user } = showPage(<MemberDialogHost />)
  await open()
  await user.click(await box())
  await waitFor(() =>
    expect(lastToast()).toMatchObject({
      title: 'Not added to For the train',
      description: 'A list can contain at most 1000 games',
    }),
  )
  expect((await box()).checked).toBe(false)
})

test('a visitor signs in first, and the dialog opens afterwards', async () => {
  server.answers[LISTS] = () => json(200, lists(true))
  const { client } = showPage(<MemberDialogHost />, { viewer: null })
  await open()
  await waitFor(() => expect(signInRequests.get()?.description).toBe('Please sign in to add games to your lists'))
  expect(screen.queryByRole('dialog')).toBeNull()
  await act(async () => {
    client.setQueryData(accountsKeys.session, { user: VIEWER, session: null, authenticated: true } as never)
    signInRequests.get()?.onSuccess()
  })
  expect((await box()).checked).toBe(true)
})
