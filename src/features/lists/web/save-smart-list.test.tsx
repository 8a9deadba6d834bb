// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import type { GameMetadata } from '#features/catalogue/catalogue.contract.ts'
import { filtersOf } from '#features/catalogue/web/filters.api.ts'
import { declined, fakeServer, json, lastToast, showPage } from '#tests/browser/fake-server.tsx'
import { SaveSmartListDialog } from './save-smart-list-dialog.tsx'

const LIST_ID = '0197a1b2-0000-7000-8000-00000000000a'
const PIN = `PUT /api/lists/${LIST_ID}/home`
const metadata: GameMetadata = {
  ...{ platforms: [], gameModes: [], themes: [], years: [] },
  genres: [{ id: 12, name: 'Role-playing (RPG)' }],
}
const filters = filtersOf(new URLSearchParams('genre=12'))

const server = fakeServer()

/** The dialog, which closes as it does in the bar of filters. */
function Opened() {
  const [isOpen, setOpen] = useState(true)
  return isOpen ? <SaveSmartListDialog filters={filters} metadata={metadata} onClose={() => setOpen(false)} /> : null
}

test('a private list is pinned to the home page, and a full one says so after the dialog has closed', async () => {
  server.answers['POST /api/lists'] = () =>
    json(201, { list: { id: LIST_ID, title: 'Role-playing', is_shared: false } })
  server.answers[PIN] = () => declined(409, 'At most 3 lists stand on your home page. Unpin one first.', 'home_full')
  const { user } = showPage(<Opened />)
  await user.click(await screen.findByRole('switch', { name: /^Pin to home/ }))
  expect(screen.getByRole<HTMLInputElement>('switch', { name: /^Pin to profile/ }).disabled).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(lastToast()).toMatchObject({ title: 'The home page was not changed', tone: 'danger' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(server.bodies(PIN)).toEqual([{ is_on_home: true }])
  expect(server.bodies('POST /api/lists')).toMatchObject([{ filters: 'genre=12', is_shared: false }])
})
