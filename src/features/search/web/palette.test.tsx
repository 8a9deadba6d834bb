// @vitest-environment happy-dom
import { readFileSync } from 'node:fs'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { declined, delayed, fakeServer, json, showPage, VIEWER } from '#tests/browser/fake-server.tsx'
import { withFeaturePages } from '#tests/browser/feature-pages.ts'
import { recentSearches, recordSearch } from './recent-searches.ts'
import { SearchOpener } from './search-opener.tsx'

const { answers, sent } = fakeServer()
withFeaturePages()
const SEARCH = 'GET /api/search'
const log = vi.fn()
const ACTIONS = [{ key: 'log', label: 'Log a game', words: 'log', icon: 'plus' as const, shortcut: 'L', run: log }]
const game = (name: string) => ({
  id: `igdb_${name.length}`,
  path: `/game/igdb_${name.length}`,
  title: name,
  facts: ['1998'],
  picture: {
    game: { id: `igdb_${name.length}`, name, year: 1998, genre: null, developer: null, cover_url: '/images/a.webp' },
  },
})
const groups = (...names: string[]) => [
  {
    group: 'games',
    title: 'Games',
    why: 'whose title is like “x”',
    items: names.map(game),
    hasMore: false,
    more: null,
  },
]
const answer = (...names: string[]) => json(200, { groups: names.length > 0 ? groups(...names) : [], missing: [] })

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  log.mockClear()
})

async function open(viewer: object | null = VIEWER) {
  const page = showPage(<SearchOpener actions={() => ACTIONS} />, { viewer })
  await userEvent.keyboard('/')
  const field = (await screen.findByRole('combobox')) as HTMLInputElement
  return { ...page, field }
}
const chosen = () => screen.queryByRole('option', { selected: true })?.textContent
const names = () => screen.queryAllByRole('option').map((each) => each.textContent)
const at = (router: { state: { location: { pathname: string; search: string } } }) =>
  router.state.location.pathname + router.state.location.search

test('what is typed while the code loads is in the field, and the field has the focus', async () => {
  answers[SEARCH] = () => answer('Zelda')
  showPage(<SearchOpener actions={() => ACTIONS} />)
  // The first key opens the palette, the others come before its code.
  await userEvent.keyboard('/zel')
  const field = (await screen.findByRole('combobox')) as HTMLInputElement
  expect([field.value, document.activeElement]).toEqual(['zel', field])
  await waitFor(() => expect(chosen()).toContain('Zelda'))
})

test('the key of the search that is pressed again before the code has arrived loses nothing', async () => {
  answers[SEARCH] = () => answer('Zelda')
  const { user } = showPage(<SearchOpener actions={() => ACTIONS} />)
  const ctrlK = { key: 'k', ctrlKey: true }
  fireEvent.keyDown(document.body, ctrlK)
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'zel' } })
  fireEvent.keyDown(screen.getByRole('searchbox'), ctrlK)
  const field = (await screen.findByRole('combobox')) as HTMLInputElement
  expect(field.value).toBe('zel')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Search' })))
})

test('Enter before the code has arrived does what it would do after', async () => {
  showPage(<SearchOpener actions={() => ACTIONS} />)
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
  fireEvent.keyDown(screen.getByRole('searchbox'), { key: 'Enter' })
  await waitFor(() => expect(log).toHaveBeenCalledOnce())
})

describe('before the page has hydrated', () => {
  const boot = new Function(readFileSync('src/web/ui/theme-boot.js', 'utf8'))
  const press = (...keys: (string | KeyboardEventInit)[]) =>
    keys.map((key) => {
      const init = typeof key === 'string' ? { key } : key
      return !(document.activeElement ?? document.body).dispatchEvent(
        new KeyboardEvent('keydown', { ...init, bubbles: true, cancelable: true }),
      )
    })
  const ctrlK = { key: 'k', ctrlKey: true }

  let page: HTMLElement

  /** The page as the server sends it. */
  beforeEach(() => {
    page = document.createElement('div')
    page.innerHTML = '<a class="search-open" href="/search">Search</a><input aria-label="Notes">'
    document.body.append(page)
    boot()
  })
  afterEach(() => {
    window.takeTypedSearch?.()
    window.takeTypedSearch = () => null
    page.remove()
  })

  test.each([
    ['Ctrl-K', [ctrlK], ''],
    ['Ctrl-K twice', [ctrlK, 'z', ctrlK, 'e'], 'ze'],
    ['the slash', ['/', 'z', 'e', '/', 'Backspace', 'l'], 'zel'],
  ] as const)('%s opens the palette when its code is there, with what was typed', async (_, keys, text) => {
    answers[SEARCH] = () => answer('Zelda')
    expect(press(...keys)).toEqual(keys.map(() => true))
    showPage(<SearchOpener actions={() => ACTIONS} />)
    const field = (await screen.findByRole('combobox')) as HTMLInputElement
    expect([field.value, document.activeElement]).toEqual([text, field])
  })

  test('Enter after the key does what the palette offers first', async () => {
    press(ctrlK, 'Enter')
    showPage(<SearchOpener actions={() => ACTIONS} />)
    await waitFor(() => expect(log).toHaveBeenCalledOnce())
  })

  test.each([
    ['Escape', () => press(ctrlK, 'z', 'Escape')],
    [
      'a press elsewhere',
      () => [...press(ctrlK, 'z'), document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }))],
    ],
  ])('%s ends it, and later keys are the page’s', (_, end) => {
    end()
    expect(press('z', 'Enter')).toEqual([false, false])
    expect(window.takeTypedSearch?.()).toBeNull()
  })

  test('other keys, and those in a field, are the page’s', () => {
    expect(press('z', 'Enter', { key: 'k', ctrlKey: true, shiftKey: true })).toEqual([false, false, false])
    screen.getByLabelText('Notes').focus()
    expect(press('/', 'a')).toEqual([false, false])
    expect(window.takeTypedSearch?.()).toBeNull()
  })

  test('a page without the search takes no keys', () => {
    page.remove()
    expect(press(ctrlK, '/')).toEqual([false, false])
  })
})

describe('while typing', () => {
  test('one character asks nobody; two ask once for the text after a pause [R-CAT-10]', async () => {
    answers[SEARCH] = () => answer('Gris')
    const { field, user } = await open()
    await user.type(field, 'x')
    expect(screen.getByText('Type one more character.')).toBeTruthy()
    await user.type(field, 'yzq')
    await waitFor(() => expect(chosen()).toContain('Gris'))
    expect(sent(SEARCH).map(({ query }) => query)).toEqual([{ q: 'xyzq', limit: '5' }])
  })

  test('the first result is chosen; arrows, Home and End choose others, in a circle, and Enter opens', async () => {
    answers[SEARCH] = () => answer('Gris', 'Ico', 'Doom II')
    const { field, user, router } = await open()
    await user.type(field, 'qqq')
    await waitFor(() => expect(chosen()).toContain('Gris'))
    expect(field.getAttribute('aria-activedescendant')).toBe(screen.getByRole('option', { selected: true }).id)
    expect(screen.getByRole('group', { name: 'Games whose title is like “x”' })).toBeTruthy()
    await user.keyboard('{ArrowUp}')
    expect(chosen()).toContain('All results for “qqq”')
    await user.keyboard('{ArrowDown}{ArrowDown}')
    expect(chosen()).toContain('Ico')
    await user.keyboard('{Control>}{End}{/Control}')
    expect(chosen()).toContain('All results')
    await user.keyboard('{Control>}{Home}{/Control}{ArrowDown}{Enter}')
    expect(at(router)).toBe('/game/igdb_3')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('a late answer never replaces that for newer words', async () => {
    const slow = delayed()
    answers[SEARCH] = ({ query }) => (query.q === 'slow' ? slow.answer() : answer('Newer'))
    const { field, user } = await open()
    await user.type(field, 'slow')
    await waitFor(() => expect(sent(SEARCH)).toHaveLength(1))
    await user.clear(field)
    await user.type(field, 'next')
    await waitFor(() => expect(chosen()).toContain('Newer'))
    await slow.give(answer('Older'))
    expect(names().join()).not.toContain('Older')
  })

  test('Enter before the answer opens its first result when it is there, not that of older words', async () => {
    const late = Promise.withResolvers<Response>()
    answers[SEARCH] = ({ query }) => (query.q === 'gris' ? late.promise : answer('Older words'))
    const { field, user, router } = await open()
    await user.type(field, 'gri')
    await waitFor(() => expect(chosen()).toContain('Older words'))
    await user.type(field, 's{Enter}')
    expect(at(router)).toBe('/')
    late.resolve(answer('Gris'))
    await waitFor(() => expect(at(router)).toBe('/game/igdb_4'))
  })

  test('Enter for words that find nothing opens the page of the search', async () => {
    answers[SEARCH] = () => answer()
    const { field, user, router } = await open()
    await user.type(field, 'zzqq{Enter}')
    await waitFor(() => expect(at(router)).toBe('/search?q=zzqq'))
  })

  test('what the words may mean is a result that Enter opens when it is there, and not before', async () => {
    answers[SEARCH] = () => json(200, { groups: [], missing: [], meant: { title: 'Skyrim', path: '/game/igdb_472' } })
    const { field, user, router } = await open()
    await user.type(field, 'skirym')
    await waitFor(() => expect(names()).toEqual([expect.stringContaining('Did you mean Skyrim?')]))
    expect(screen.getByRole('group', { name: 'Nothing by that name' })).toBeTruthy()
    await user.keyboard('{Enter}')
    expect(at(router)).toBe('/game/igdb_472')
    await user.keyboard('/')
    await user.type(await screen.findByRole('combobox'), 'skirymm{Enter}')
    await waitFor(() => expect(at(router)).toBe('/search?q=skirymm'))
  })

  test('a place that the words name comes first, at once; others come last', async () => {
    answers[SEARCH] = () => answer('Dark Souls')
    const { field, user, router } = await open()
    await user.type(field, 'dark theme')
    expect(chosen()).toContain('Preferences')
    await waitFor(() => expect(names().join()).toContain('Dark Souls'))
    expect(chosen()).toContain('Preferences')
    await user.clear(field)
    await user.type(field, 'dark')
    await waitFor(() => expect(chosen()).toContain('Dark Souls'))
    await user.clear(field)
    await user.type(field, 'dark theme{Enter}')
    expect(at(router)).toBe('/settings/preferences')
  })

  test('a visitor finds no place of members and of admins', async () => {
    answers[SEARCH] = () => answer()
    const { field, user } = await open(null)
    await user.type(field, 'settings')
    await waitFor(() => expect(screen.getByText('Nothing by that name')).toBeTruthy())
  })
})

describe('what goes wrong', () => {
  test('a failed search offers to try again, and places are found all the same', async () => {
    answers[SEARCH] = () => declined(403, 'Declined.')
    const { field, user } = await open()
    await user.type(field, 'journal')
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('The search failed. Please try again.')
    expect(names().join()).toContain('Journal')
    answers[SEARCH] = () => answer('Journal of a knight')
    await user.click(within(alert).getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(names().join()).toContain('Journal of a knight'))
  })

  test('groups that are missing are named', async () => {
    answers[SEARCH] = () => json(200, { groups: groups('Gris'), missing: ['Lists', 'News'] })
    const { field, user } = await open()
    await user.type(field, 'gris')
    expect(await screen.findByText('Lists and News could not be searched just now.')).toBeTruthy()
  })
})

describe('before something is typed', () => {
  test('the last opened results are offered, and can be cleared', async () => {
    answers[SEARCH] = () => answer('Gris')
    const { field, user, router } = await open()
    await user.type(field, 'gris')
    await waitFor(() => expect(chosen()).toContain('Gris'))
    await user.keyboard('{Enter}')
    await waitFor(() => expect(at(router)).toBe('/game/igdb_4'))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await userEvent.keyboard('/')
    const recent = await screen.findByRole('group', { name: 'Recent on this device' })
    expect(
      within(recent)
        .getAllByRole('option')
        .map((each) => each.textContent),
    ).toEqual([expect.stringContaining('Gris'), 'Clear recent searches'])
    await user.click(within(recent).getByText('Clear recent searches'))
    expect(screen.queryByRole('group', { name: 'Recent on this device' })).toBeNull()
    expect(recentSearches()).toEqual([])
  })

  test('a text that was searched is typed again, and the palette stays open', async () => {
    answers[SEARCH] = () => answer('Gris')
    recordSearch({ text: 'grey girl' }, VIEWER.id)
    const { field, user } = await open()
    await user.keyboard('{Enter}')
    expect(field.value).toBe('grey girl')
    await waitFor(() => expect(chosen()).toContain('Gris'))
  })

  test('an action closes the palette and runs', async () => {
    const { user } = await open()
    expect(chosen()).toContain('Log a game')
    await user.keyboard('{Enter}')
    expect(log).toHaveBeenCalledOnce()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('stored results that are no addresses of ours are ignored', () => {
    for (const path of ['//evil.example', 'https://evil.example', 'javascript:1', 7])
      localStorage.setItem(
        'savepoint.searches',
        JSON.stringify({ version: 1, of: null, items: [{ path, title: 'x', facts: '', picture: { icon: 'list' } }] }),
      )
    expect(recentSearches()).toEqual([])
  })
})

test('/ and Ctrl-K open the palette, but / not from within a field; Escape and Ctrl-K close it, and the focus returns', async () => {
  const { user } = showPage(
    <>
      <SearchOpener actions={() => []} />
      <input aria-label="Notes" />
    </>,
  )
  const notes = screen.getByLabelText('Notes')
  await user.type(notes, 'a/b')
  expect(screen.queryByRole('combobox')).toBeNull()
  for (const key of ['{Escape}', '{Control>}k{/Control}']) {
    act(() => notes.focus())
    await user.keyboard('{Control>}k{/Control}')
    await screen.findByRole('combobox')
    await user.keyboard(key)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(notes))
  }
})
