// @vitest-environment happy-dom
import type { QueryClient } from '@tanstack/react-query'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { accountsKeys } from '#features/accounts/web/accounts.api.ts'
import { loadMarks, requestMark } from '#features/library/web/library.api.ts'
import { VIEWER } from '#tests/browser/fake-server.tsx'
import {
  choose,
  entryOf,
  HADES,
  KNIGHT,
  pendingWork,
  press,
  requests,
  show,
  storeEntry,
} from '#tests/browser/library.tsx'
import { createQueryClient } from '#web/query-client.ts'
import { GamePoster } from './game-poster.widgets.tsx'
import { LibraryPanel } from './library-panel.widgets.tsx'

describe('posters', () => {
  test('posters show the same mark everywhere, fetched in one call', async () => {
    storeEntry(entryOf(KNIGHT.id, { status: 'completed', user_rating: 9 }))
    show(
      <>
        <GamePoster game={KNIGHT} />
        <GamePoster game={HADES} />
        <LibraryPanel game={HADES} />
      </>,
    )
    expect(await screen.findByRole('link', { name: /Hollow Knight, 2017, Completed, 4 and a half stars/ })).toBeTruthy()
    await waitFor(() => expect(requests.filter(({ path }) => path === '/api/library/marks')).toHaveLength(1))
    await choose('dropped')
    expect(await screen.findByRole('link', { name: /Hades, 2017, Dropped/ })).toBeTruthy()
  })

  test('quick actions appear on focus, and their status menu has the four labels [R-LIB-01]', async () => {
    storeEntry(entryOf(HADES.id, { status: 'playing' }))
    show(<GamePoster game={HADES} />)
    const link = await screen.findByRole('link', { name: /Hades/ })
    await act(async () => void fireEvent.focus(link))
    await press(/Status/)
    const labels = (await screen.findAllByRole('menuitemcheckbox')).map((item) => item.textContent)
    expect(labels).toEqual(['Want to Play', 'Currently Playing', 'Completed', 'Dropped'])
  })

  test('a page that loads its marks again within half a minute sends no request', async () => {
    const client: QueryClient = createQueryClient()
    client.setQueryData(accountsKeys.session, { user: VIEWER, session: null, authenticated: true })
    await loadMarks(client, [KNIGHT.id, HADES.id])
    await loadMarks(client, [KNIGHT.id])
    expect(requests).toHaveLength(1)
  })

  test('a poster that is shown while its page loads the marks sends no second request', async () => {
    const client: QueryClient = createQueryClient()
    client.setQueryData(accountsKeys.session, { user: VIEWER, session: null, authenticated: true })
    const page = loadMarks(client, [KNIGHT.id, HADES.id])
    requestMark(client, HADES.id)
    await page
    await pendingWork()
    expect(requests).toHaveLength(1)
  })

  test('a visitor has no marks and sends no request', async () => {
    show(<GamePoster game={HADES} />, null)
    await screen.findByRole('link', { name: 'Hades, 2017' })
    await pendingWork()
    expect(requests).toEqual([])
  })
})
