// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
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

test('a press by key focuses the first item, and ↑ the last', () => {
  const { button } = show()
  fireEvent.click(button, { detail: 0 })
  expect(button.getAttribute('aria-expanded')).toBe('true')
  expect(at()).toBe('Playing')
  fireEvent.keyDown(document.activeElement!, { key: 'Escape' })
  expect(document.activeElement).toBe(button)
  fireEvent.keyDown(button, { key: 'ArrowUp' })
  expect(at()).toBe('Delete')
})

test('arrows wrap around and skip disabled items, and a letter finds its item', () => {
  const { button } = show()
  fireEvent.keyDown(button, { key: 'ArrowDown' })
  fireEvent.keyDown(document.activeElement!, { key: 'ArrowDown' })
  expect(at()).toBe('Delete')
  fireEvent.keyDown(document.activeElement!, { key: 'ArrowDown' })
  expect(at()).toBe('Playing')
  fireEvent.keyDown(document.activeElement!, { key: 'd' })
  expect(at()).toBe('Delete')
})

test('choosing closes the menu, returns the focus and calls the action once', () => {
  const { button, chosen } = show()
  fireEvent.click(button, { detail: 1 })
  fireEvent.click(screen.getByRole('menuitem', { name: 'Locked' }))
  expect(chosen).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('menuitem', { name: 'Delete' }))
  expect(chosen).toHaveBeenCalledExactlyOnceWith('delete')
  expect(screen.queryByRole('menu')).toBeNull()
  expect(document.activeElement).toBe(button)
})

test('a press elsewhere closes it', () => {
  const { button } = show()
  fireEvent.click(button, { detail: 1 })
  fireEvent.pointerDown(document.body)
  expect(screen.queryByRole('menu')).toBeNull()
})
