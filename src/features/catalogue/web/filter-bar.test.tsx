// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { createMemoryRouter, RouterProvider, useLocation } from 'react-router'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { GameMetadata } from '../catalogue.contract.ts'
import { facetsOf } from './facets.ts'
import { FilterBar } from './filter-bar.tsx'
import { filtersOf } from './filters.api.ts'

const metadata: GameMetadata = {
  platforms: [
    { id: 6, name: 'PC (Microsoft Windows)' },
    { id: 130, name: 'Nintendo Switch' },
  ],
  genres: [
    { id: 12, name: 'Role-playing (RPG)' },
    { id: 5, name: 'Shooter' },
  ],
  themes: [],
  gameModes: [],
  years: [2020],
}

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

function open(search: string, known = metadata) {
  function Bar() {
    const filters = filtersOf(new URLSearchParams(useLocation().search))
    return <FilterBar filters={filters} metadata={known} total={7} />
  }
  const initialEntries = [`/all-games${search}`]
  const router = createMemoryRouter([{ path: '/all-games', Component: Bar }], { initialEntries })
  const view = render(<RouterProvider router={router} />)
  const form = view.container.querySelector('form') as HTMLFormElement
  return { router, form, at: () => router.state.location.search }
}

test('choosing in the bar preserves the other filters and leads to page 1 [R-CAT-05]', async () => {
  const { at } = open('?genre=12&theme=19&page=3')
  fireEvent.change(screen.getByLabelText('Platform'), { target: { value: '130' } })
  expect(at()).toBe('?genre=12&platform=130&theme=19')
})

test('without scripts the form preserves every filter, also one without a field in the bar', () => {
  const { form } = open('?genre=12&theme=19&sort=name&page=3')
  const submitted = new URLSearchParams([...new FormData(form)] as [string, string][])
  expect(filtersOf(submitted)).toEqual({ genre: '12', theme: '19', sort: 'name' })
  const genre = screen.getByLabelText<HTMLSelectElement>('Genre')
  expect([...genre.options].map((option) => option.text)).toEqual(['Genre', 'All genres', 'Shooter'])
})

test('the form preserves filters without a field, and terms that are given several ways', () => {
  const { form } = open('?genre=12*5&genreNot=9&engine=Unity*Godot&year=1990..1999&online=4&page=3')
  const submitted = new URLSearchParams([...new FormData(form)] as [string, string][])
  expect(filtersOf(submitted)).toEqual({
    genre: '12*5',
    genreNot: '9',
    engine: 'Unity*Godot',
    year: '1990..1999',
    online: '4',
  })
})

test('each active filter is a link to the page without it', () => {
  open('?genre=12&platform=130')
  const chip = screen.getByLabelText('Remove the filter Role-playing')
  expect(chip.getAttribute('href')).toBe('/all-games?platform=130')
  expect(screen.getByText('Reset').getAttribute('href')).toBe('/all-games')
})

test('the time to beat has a chip, and is among all filters in the sheet', async () => {
  const { at } = open('?takes=5..10&sort=length')
  expect(screen.getByLabelText('Remove the filter Takes 5 to 10 h').getAttribute('href')).toBe('/all-games?sort=length')
  expect(screen.getByLabelText<HTMLSelectElement>('Sort').selectedOptions[0]?.text).toBe('Sort: Time to beat')
  fireEvent.click(screen.getByText('More filters'))
  const sheet = within(await screen.findByRole('dialog', { name: 'Filters' }))
  const field = sheet.getByLabelText<HTMLSelectElement>('Time to beat')
  expect([...field.options].map(({ text }) => text)).toEqual([
    'Any length',
    'Under 5 h',
    '5 to 10 h',
    '10 to 20 h',
    '20 to 40 h',
    '40 h or longer',
  ])
  fireEvent.change(field, { target: { value: '40..' } })
  expect(at()).toBe('?takes=40..&sort=length')
})

test('the search waits for three characters and a pause in typing [R-CAT-10]', async () => {
  const { at, router } = open('')
  const field = screen.getByLabelText<HTMLInputElement>('Search in these games')
  fireEvent.change(field, { target: { value: 'ze' } })
  await vi.advanceTimersByTimeAsync(1000)
  expect(at()).toBe('')
  fireEvent.change(field, { target: { value: 'zel' } })
  fireEvent.change(field, { target: { value: 'zelda' } })
  await vi.advanceTimersByTimeAsync(400)
  expect(at()).toBe('')
  await vi.advanceTimersByTimeAsync(150)
  expect(at()).toBe('?search=zelda')
  await screen.findByLabelText('Remove the filter “zelda”')
  fireEvent.change(field, { target: { value: 'zelda oca' } })
  await vi.advanceTimersByTimeAsync(1000)
  expect(at()).toBe('?search=zelda+oca')
  // The search is one step in the history, whatever the number of pauses.
  await router.navigate(-1)
  expect(at()).toBe('')
  await vi.waitFor(() => expect(field.value).toBe(''), { timeout: 15_000 })
})

test('an empty field removes the search [R-CAT-10]', async () => {
  const { at } = open('?search=zelda&genre=12')
  fireEvent.change(screen.getByLabelText('Search in these games'), { target: { value: ' ' } })
  await vi.advanceTimersByTimeAsync(600)
  expect(at()).toBe('?genre=12')
})

test('removing a chip leaves the focus in the bar', () => {
  open('?genre=12&platform=130')
  const chip = screen.getByLabelText('Remove the filter Role-playing')
  chip.focus()
  fireEvent.click(chip)
  expect(document.activeElement).toBe(screen.getByLabelText('Remove the filter Switch'))
})

describe('a list of 125 platforms', () => {
  const platforms = Array.from({ length: 125 }, (_, at) => ({ id: at + 1000, name: `Machine ${at}` }))
  const openPanel = async (search = '') => {
    const { at } = open(search, { ...metadata, platforms })
    const button = screen.getByRole('button', { name: 'Platform' })
    fireEvent.click(button)
    const panel = within(await screen.findByRole('dialog', { name: 'Platform' }))
    const field = panel.getByRole('combobox', { name: 'Platform' })
    const options = () => within(panel.getByRole('listbox', { name: 'Platform' })).getAllByRole('option')
    const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    return { at, button, field, options, isClosed }
  }

  test('without scripts is a field with every platform, as every filter is', () => {
    const { form } = open('?platform=1002', { ...metadata, platforms })
    const names = facetsOf(metadata).map(({ name }) => name)
    expect(new Set(new FormData(form).keys())).toEqual(new Set([...names, 'search', 'sort']))
    const select = form.querySelector<HTMLSelectElement>('select[name=platform]')
    expect(select?.value).toBe('1002')
    for (const { id } of platforms) expect(select?.querySelectorAll(`option[value="${id}"]`)).toHaveLength(1)
  })

  test('opens with all of them and a field that searches in them [R-CAT-29]', async () => {
    const { at, button, field, options, isClosed } = await openPanel('?genre=12')
    expect(button.getAttribute('aria-expanded')).toBe('true')
    expect(options()).toHaveLength(126)
    await waitFor(() => expect(document.activeElement).toBe(field))
    fireEvent.change(field, { target: { value: 'machine 124' } })
    expect(options().map(({ textContent }) => textContent)).toEqual(['Machine 124'])
    fireEvent.keyDown(field, { key: 'Enter' })
    expect(at()).toBe('?genre=12&platform=1124')
    await isClosed()
  })

  test('is closed by Escape, and keeps the choice [R-CAT-29]', async () => {
    const { at, field, options, isClosed } = await openPanel('?platform=1002')
    const chosen = options().filter((option) => option.getAttribute('aria-selected') === 'true')
    expect(chosen.map(({ textContent }) => textContent)).toEqual(['Machine 2'])
    fireEvent.keyDown(field, { key: 'Escape' })
    await isClosed()
    expect(at()).toBe('?platform=1002')
  })

  test('says with arrows which platform is active [R-CAT-29]', async () => {
    const { at, field } = await openPanel()
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown']) fireEvent.keyDown(field, { key })
    const active = document.getElementById(field.getAttribute('aria-activedescendant') ?? '')
    expect(active?.textContent).toBe('Machine 1')
    fireEvent.keyDown(field, { key: 'Enter' })
    expect(at()).toBe('?platform=1001')
  })
})
