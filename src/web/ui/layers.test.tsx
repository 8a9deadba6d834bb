// @vitest-environment happy-dom
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { createBrowserRouter, RouterProvider, useLocation, useNavigate } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ConfirmDialog, Dialog } from './dialog.tsx'
import { connectLayers } from './layers.ts'
import { MenuButton } from './menu-button.tsx'

// Every test begins on a page with another page before it, as the router and this file see them.
let router: ReturnType<typeof createBrowserRouter>
let keys: string[]

function Page() {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const [isOpen, setOpen] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const [note, setNote] = useState('')
  return (
    <>
      <h1>{pathname}</h1>
      <MenuButton label="Menu" items={[{ label: 'Log', onSelect: () => setOpen(true) }]}>
        Menu
      </MenuButton>
      <Dialog open={isOpen} onOpenChange={setOpen} title="Log" isTyped={note !== ''}>
        <input aria-label="Note" value={note} onChange={(event) => setNote(event.target.value)} />
        <button type="button" onClick={() => setAsking(true)}>
          Delete
        </button>
        <button type="button" onClick={() => void navigate('/third')}>
          Third
        </button>
        <button type="button" onClick={() => void navigate('/second?sort=name', { replace: true })}>
          Sort
        </button>
        <ConfirmDialog
          open={isAsking}
          onOpenChange={setAsking}
          title="Delete it?"
          confirmLabel="Yes"
          onConfirm={() => {}}
        />
      </Dialog>
    </>
  )
}

beforeEach(async () => {
  history.pushState(null, '', '/first')
  connectLayers()
  // Each address is a page of its own, whose state ends with it.
  const page = (path: string) => ({ path, element: <Page key={path} /> })
  router = createBrowserRouter(['/first', '/second', '/third'].map(page))
  render(<RouterProvider router={router} />)
  await act(() => router.navigate('/second'))
  keys = []
  router.subscribe(({ location }) => keys.push(location.pathname + location.search))
})
afterEach(() => {
  vi.restoreAllMocks()
  cleanup()
  router.dispose()
})

const back = () => act(async () => history.back())
const forward = () => act(async () => history.forward())
const dialog = (name: string) => screen.findByRole('dialog', { name })
const isGone = (name: string) => waitFor(() => expect(screen.queryByRole('dialog', { name })).toBeNull())
const heading = (name: string) => screen.findByRole('heading', { level: 1, name, hidden: true })
const isAt = (layer: number | undefined) => waitFor(() => expect(history.state?.layer).toBe(layer))

async function openLog() {
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Menu' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Log' }))
  await dialog('Log')
  await isAt(1)
  return user
}

test('Back closes a menu, and the page stays', async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Menu' }))
  await screen.findByRole('menu')
  await isAt(1)
  await back()
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  expect(keys).toEqual([])
  await back()
  await heading('/first')
})

test('Back closes the dialog on top and then the one below it; Forward opens nothing and does no harm', async () => {
  const user = await openLog()
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  await dialog('Delete it?')
  await isAt(2)
  await back()
  await isGone('Delete it?')
  await dialog('Log')
  await back()
  await isGone('Log')
  await forward()
  await isAt(undefined)
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(keys).toEqual([])
  await back()
  await heading('/first')
  await forward()
  await heading('/second')
})

test('a dialog that is closed otherwise leaves no entry', async () => {
  const user = await openLog()
  await user.keyboard('{Escape}')
  await isGone('Log')
  await isAt(undefined)
  await back()
  await heading('/first')
})

test('a page that is opened from a dialog follows the page, and not the dialog', async () => {
  const user = await openLog()
  await user.click(screen.getByRole('button', { name: 'Third' }))
  await heading('/third')
  await isAt(undefined)
  await back()
  await heading('/second')
  expect(screen.queryByRole('dialog')).toBeNull()
  await back()
  await heading('/first')
})

test('an address that an open dialog replaces is that of its page', async () => {
  const user = await openLog()
  await user.click(screen.getByRole('button', { name: 'Sort' }))
  await waitFor(() => expect([location.search, history.state?.layer]).toEqual(['?sort=name', 1]))
  await back()
  await isGone('Log')
  expect(location.search).toBe('?sort=name')
  await back()
  await heading('/first')
})

test('every way out of a dialog asks before typed words are lost', async () => {
  const user = await openLog()
  await user.type(screen.getByRole('textbox', { name: 'Note' }), 'Elysium')
  for (const leave of [
    back,
    () => user.keyboard('{Escape}'),
    () => user.click(screen.getByRole('button', { name: 'Close' })),
    () => user.click(document.querySelector('.dialog-viewport') as Element),
  ]) {
    await leave()
    await dialog('Discard what you typed?')
    await isAt(2)
    await user.click(screen.getByRole('button', { name: 'Keep writing' }))
    await isGone('Discard what you typed?')
    await isAt(1)
  }
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Note' }).value).toBe('Elysium')
  await back()
  await dialog('Discard what you typed?')
  await user.click(screen.getByRole('button', { name: 'Discard' }))
  await isGone('Log')
  await isAt(undefined)
  expect(keys).toEqual([])
})

test('the entry of a dialog that a reload has left is left at once', async () => {
  const stale = { ...history.state, layer: 1 }
  act(() => History.prototype.pushState.call(history, stale, ''))
  await back()
  await forward()
  await isAt(undefined)
  expect(keys).toEqual([])
})

test('a move that arrives late does not close the dialog that has opened meanwhile', async () => {
  const user = await openLog()
  const go = history.go.bind(history)
  const arrived = Promise.withResolvers<void>()
  vi.spyOn(history, 'go').mockImplementationOnce((steps) => {
    setTimeout(() => arrived.resolve(go(steps)), 1500)
  })
  await user.click(screen.getByRole('button', { name: 'Close' }))
  await isGone('Log')
  await openLog()
  await act(() => arrived.promise)
  await act(() => new Promise((done) => setTimeout(done, 50)))
  await dialog('Log')
  await isAt(1)
})

// The last one: the page counts as left for some seconds.
test('a dialog that closes while the browser leaves for another document does not call it back', async () => {
  const user = await openLog()
  const goes = vi.spyOn(history, 'go')
  dispatchEvent(new Event('beforeunload'))
  await user.click(screen.getByRole('button', { name: 'Close' }))
  await isGone('Log')
  await act(() => router.navigate('/third', { replace: true }))
  expect(goes).not.toHaveBeenCalled()
  expect(location.pathname).toBe('/third')
})
