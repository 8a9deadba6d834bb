// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { SearchBox } from './search-box.tsx'
import type { SearchResult } from './suggestion-list.tsx'

afterEach(cleanup)

const RESULTS: SearchResult[] = [
  { key: 'hades', href: '/game/1', title: 'Hades', group: 'Games', icon: 'games' },
  { key: 'halo', href: '/game/2', title: 'Halo', group: 'Games', icon: 'games' },
  { key: 'hal', href: '/profile/hal', title: 'Hal', group: 'People', person: { id: 'hal', name: 'Hal' } },
]

interface Given {
  status: 'idle' | 'loading' | 'ready' | 'error'
  results: SearchResult[]
  opened: (key: string) => void
  submitted: (words: string) => void
}

function Live({ status, results, opened, submitted }: Given) {
  const [value, setValue] = useState('ha')
  return (
    <SearchBox
      value={value}
      onChange={setValue}
      status={status}
      results={results}
      onOpenResult={(result) => opened(result.key)}
      onSubmit={submitted}
    />
  )
}

function show(status: Given['status'] = 'ready', results = RESULTS) {
  const opened = vi.fn()
  const submitted = vi.fn()
  render(<Live status={status} results={results} opened={opened} submitted={submitted} />)
  const field = screen.getByRole('combobox')
  // happy-dom draws nothing: let the field of the header count as visible.
  field.checkVisibility = () => true
  fireEvent.focus(field)
  return { field, opened, submitted }
}
const chosen = () => screen.queryByRole('option', { selected: true })?.textContent

test('arrows go through the suggestions of all groups and back to the field', () => {
  const { field } = show()
  expect(screen.getAllByRole('option')).toHaveLength(3)
  fireEvent.keyDown(field, { key: 'ArrowDown' })
  expect(chosen()).toBe('Hades')
  expect(field.getAttribute('aria-activedescendant')).toBe(screen.getByRole('option', { selected: true }).id)
  fireEvent.keyDown(field, { key: 'ArrowUp' })
  expect(chosen()).toBeUndefined()
  fireEvent.keyDown(field, { key: 'ArrowUp' })
  expect(chosen()).toContain('Hal')
})

test('Enter opens the chosen suggestion, or submits the words', () => {
  const { field, opened, submitted } = show()
  fireEvent.keyDown(field, { key: 'Enter' })
  expect(submitted).toHaveBeenCalledExactlyOnceWith('ha')
  fireEvent.keyDown(field, { key: 'ArrowDown' })
  fireEvent.keyDown(field, { key: 'ArrowDown' })
  fireEvent.keyDown(field, { key: 'Enter' })
  expect(opened).toHaveBeenCalledExactlyOnceWith('halo')
})

test('Esc first closes the list, then empties the field', () => {
  const { field } = show()
  expect(field.getAttribute('aria-expanded')).toBe('true')
  fireEvent.keyDown(field, { key: 'Escape' })
  expect(field.getAttribute('aria-expanded')).toBe('false')
  expect((field as HTMLInputElement).value).toBe('ha')
  fireEvent.keyDown(field, { key: 'Escape' })
  expect((field as HTMLInputElement).value).toBe('')
})

test('an empty result and a failed search have their own texts', () => {
  show('ready', [])
  expect(screen.getByText('No results for “ha”')).toBeTruthy()
  cleanup()
  show('error', [])
  expect(screen.getByText('The search failed. Please try again.')).toBeTruthy()
})

test('/ focuses the field, but not from within another field', () => {
  const { field } = show('idle')
  field.blur()
  fireEvent.keyDown(document.body, { key: '/' })
  expect(document.activeElement).toBe(field)
  const other = document.body.appendChild(document.createElement('input'))
  other.focus()
  fireEvent.keyDown(other, { key: '/' })
  expect(document.activeElement).toBe(other)
  fireEvent.keyDown(other, { key: 'k', ctrlKey: true })
  expect(document.activeElement).toBe(field)
  other.remove()
})
