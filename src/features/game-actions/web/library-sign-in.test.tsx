// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { useViewer } from '#features/accounts/web/accounts.widgets.tsx'
import { declined } from '#tests/browser/fake-server.tsx'
import {
  answers,
  choose,
  entries,
  entryOf,
  KNIGHT,
  pageOfSignIn,
  panelShows,
  press,
  show,
  showPanel,
  signInInDialog,
  storeEntry,
  toastShows,
  writes,
} from '#tests/browser/library.tsx'
import { LibraryPanel } from './library-panel.widgets.tsx'

describe('an action of a visitor, or of a member whose session has ended', () => {
  test('a visitor sees the reason and can sign in; then the action runs on the same page [R-LIB-11]', async () => {
    const { router } = await showPanel(null, null)
    await choose('playing')
    await screen.findByText('Please sign in to update game status', {}, { timeout: 10_000 })
    expect(pageOfSignIn()).toBe('/signin?redirect=%2Fgame%2Figdb_14593')
    expect(writes()).toEqual([])
    await signInInDialog()
    await panelShows('playing')
    expect(writes()).toMatchObject([{ method: 'POST', body: { game_id: KNIGHT.id, status: 'playing' } }])
    expect(router.state.location.pathname).toBe('/game/igdb_14593')
  })

  test('a visitor who adds or logs sees the reason; closing the dialog changes nothing [R-LIB-12]', async () => {
    await showPanel(null, null)
    for (const act of [() => choose('want_to_play'), () => press('Log'), () => press('Add 30 min')]) {
      await act()
      await screen.findByText('Please sign in to add games to your library', {}, { timeout: 10_000 })
      expect(pageOfSignIn()).toBe('/signin?redirect=%2Fgame%2Figdb_14593')
      await press('Close')
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    }
    expect(writes()).toEqual([])
    await press('Log')
    await signInInDialog()
    await screen.findByRole('dialog', { name: /Hollow Knight/ })
  })

  test('the log dialog also opens when the sign-in has replaced the page of the pressed poster', async () => {
    // The home page of members, for example, differs from that of visitors.
    function Page() {
      return useViewer() ? <p>Welcome back</p> : <LibraryPanel game={KNIGHT} />
    }
    show(<Page />, null)
    await press('Log')
    await signInInDialog()
    await screen.findByText('Welcome back')
    await screen.findByRole('dialog', { name: /Hollow Knight/ })
  })

  test("the action of a visitor does not overwrite the member's existing entry [R-LIB-05]", async () => {
    await showPanel(null, null)
    await choose('want_to_play')
    storeEntry(entryOf(KNIGHT.id, { status: 'want_to_play' }))
    await signInInDialog()
    await toastShows('Game is already marked as Want to Play')
    expect(writes()).toEqual([])
  })

  test('a session that has ended in the meantime leads to the sign-in as well, and then the action runs', async () => {
    await showPanel({ status: 'playing' })
    answers[`PATCH /api/library/${KNIGHT.id}/status`] = () => declined(401, 'Please sign in to update game status')
    await choose('dropped')
    await screen.findByText('Please sign in to update game status', {}, { timeout: 10_000 })
    delete answers[`PATCH /api/library/${KNIGHT.id}/status`]
    await signInInDialog()
    await panelShows('dropped')
    await waitFor(() => expect(entries.get(KNIGHT.id)?.status).toBe('dropped'))
  })
})
