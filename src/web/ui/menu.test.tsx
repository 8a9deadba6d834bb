// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { Dialog } from './dialog.tsx'
import { MenuButton } from './menu-button.tsx'

afterEach(cleanup)

function show() {
  const chosen = vi.fn()
  render(
    <MenuButton
      items={[
        { heading: 'Hades' },
        { label: 'Playing', status: 'playing', checked: true, onSelect: () => chosen('playing') },
        { label: 'Locked', disabled: true, onSelect: () => chosen('locked') },
        'separator',
        { label: 'Delete', danger: true, onSelect: () => chosen('delete') },
      ]}
    >
      Open
    </MenuButton>,
  )
  return { button: screen.getByRole('button', { name: 'Open' }), chosen }
}
const at = () => document.activeElement?.textContent
const focused = (text: string) => waitFor(() => expect(at()).toBe(text))

test('the first press opens the menu although its code is not there yet', async () => {
  const { button } = show()
  fireEvent.click(button, { detail: 1 })
  expect(button.getAttribute('aria-expanded')).toBe('true')
  const menu = await screen.findByRole('menu')
  expect(button.getAttribute('aria-controls')).toBe(menu.id)
})

test('a press by key focuses the first item, and ↑ the last', async () => {
  const { button } = show()
  button.focus()
  fireEvent.click(button, { detail: 0 })
  await focused('Playing')
  expect(button.getAttribute('aria-expanded')).toBe('true')
  fireEvent.keyDown(document.activeElement!, { key: 'Escape' })
  await waitFor(() => expect(document.activeElement).toBe(button))
  expect(button.getAttribute('aria-expanded')).toBe('false')
  fireEvent.keyDown(button, { key: 'ArrowUp' })
  await focused('Delete')
})

test('arrows wrap around, and a letter finds its item', async () => {
  const { button } = show()
  fireEvent.keyDown(button, { key: 'ArrowDown' })
  await focused('Playing')
  fireEvent.keyDown(document.activeElement!, { key: 'ArrowUp' })
  await focused('Delete')
  fireEvent.keyDown(document.activeElement!, { key: 'ArrowDown' })
  await focused('Playing')
  fireEvent.keyDown(document.activeElement!, { key: 'd' })
  await focused('Delete')
})

test('choosing closes the menu, returns the focus and calls the action once', async () => {
  const { button, chosen } = show()
  fireEvent.click(button, { detail: 1 })
  const locked = await screen.findByRole('menuitem', { name: 'Locked' })
  expect(locked.getAttribute('aria-disabled')).toBe('true')
  fireEvent.click(locked)
  expect(chosen).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('menuitem', { name: 'Delete' }))
  expect(chosen).toHaveBeenCalledExactlyOnceWith('delete')
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  expect(document.activeElement).toBe(button)
})

function MenuWithDialog() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <MenuButton items={[{ label: 'Edit', onSelect: () => setOpen(true) }]}>Open</MenuButton>
      <Dialog open={isOpen} onOpenChange={setOpen} title="Edit an entry">
        <input aria-label="Words" />
      </Dialog>
    </>
  )
}

test('a dialog that an item opens returns the focus to the button of the menu', async () => {
  render(<MenuWithDialog />)
  const button = screen.getByRole('button', { name: 'Open' })
  // From the second time on the code of the menu and of the dialog is there.
  for (let round = 0; round < 3; round += 1) {
    button.focus()
    fireEvent.keyDown(button, { key: 'ArrowDown' })
    await focused('Edit')
    fireEvent.click(screen.getByRole('menuitem', { name: 'Edit' }))
    const field = await screen.findByRole('textbox', { name: 'Words' })
    await waitFor(() => expect(document.activeElement).toBe(field))
    fireEvent.keyDown(field, { key: 'Escape' })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(button))
  }
})

test('the current choice is checked', async () => {
  const { button } = show()
  fireEvent.click(button, { detail: 1 })
  const item = await screen.findByRole('menuitemcheckbox', { name: 'Playing' })
  expect(item.getAttribute('aria-checked')).toBe('true')
})

test('Tab closes it, and the browser goes on from the button', async () => {
  const { button } = show()
  fireEvent.keyDown(button, { key: 'ArrowDown' })
  await focused('Playing')
  const isLeftToBrowser = fireEvent.keyDown(document.activeElement!, { key: 'Tab' })
  expect(isLeftToBrowser).toBe(true)
  expect(document.activeElement).toBe(button)
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
})

test('a press elsewhere closes it, and a press on its button too', async () => {
  const user = userEvent.setup()
  const { button } = show()
  await user.click(button)
  await screen.findByRole('menu')
  await user.click(document.body)
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  await user.click(button)
  await screen.findByRole('menu')
  await user.click(button)
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  expect(button.getAttribute('aria-expanded')).toBe('false')
})

function Rows() {
  const [isThere, setThere] = useState(true)
  const remove = () => void setTimeout(() => setThere(false))
  return (
    <ul tabIndex={-1} aria-label="Lists">
      {isThere && (
        <li>
          <MenuButton items={[{ label: 'Delete', onSelect: remove }]}>More</MenuButton>
        </li>
      )}
    </ul>
  )
}

test('the focus goes to what is around a row that leaves after the menu that has deleted it', async () => {
  render(<Rows />)
  const button = screen.getByRole('button', { name: 'More' })
  fireEvent.keyDown(button, { key: 'ArrowDown' })
  await focused('Delete')
  fireEvent.click(screen.getByRole('menuitem', { name: 'Delete' }))
  await waitFor(() => expect(button.isConnected).toBe(false))
  // A browser takes the focus from a removed element, and happy-dom does not.
  button.blur()
  document.body.append(document.createElement('hr'))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('list', { name: 'Lists' })))
})
