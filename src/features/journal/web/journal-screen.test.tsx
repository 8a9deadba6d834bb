// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { declined, json, lastToast, showPage, VIEWER } from '#tests/browser/fake-server.tsx'
import { answers, entryOf, fill, HADES, journal, reviewOf, sent, ZELDA } from '#tests/browser/journal.tsx'
import { contributionsTo, installContributions } from '#web/slots.tsx'
import { liveRefreshes } from '#web/web.slots.ts'
import { journalContributions } from './journal.contributions.ts'
import { LatestEntries } from './journal.widgets.tsx'
import { JournalScreen } from './journal-screen.tsx'

const LIST = 'GET /api/journal'
const day = (date: string, more: object = {}) => ({
  date,
  minutes: 130,
  entries: 1,
  games: [HADES],
  gamesCount: 1,
  ...more,
})

function show(search = '') {
  return showPage(<JournalScreen path="/journal" head={(action) => action} />, { at: `/journal${search}` })
}
const answerMonth = (...days: object[]) => {
  answers['GET /api/journal/month'] = ({ query }) => json(200, { month: query.month, days })
}
const grid = (name: string) => screen.findByRole('grid', { name })
const names = () => screen.queryAllByRole('article').map((entry) => within(entry).getByRole('heading').textContent)

describe('the timeline', () => {
  test('groups the latest entries by day, newest first [R-JOUR-35]', async () => {
    journal.push(
      entryOf({ title: 'This morning' }),
      reviewOf({ date: '2026-11-20', is_public: false }),
      entryOf({ date: '2026-11-20', type: 'progress', game: ZELDA, progress: 40, hoursPlayed: 12.5, content: '' }),
      entryOf({ date: '2026-10-02', title: 'Autumn' }),
    )
    show()
    await waitFor(() => expect(names()).toEqual(['This morning', 'Hades', 'The Legend of Zelda', 'Autumn']))
    expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
      'Today',
      'Yesterday',
      'Friday, October 2, 2026',
    ])
    expect(sent(LIST)[0]?.query).toEqual({ limit: '50' })
    expect(screen.getByText('Private')).toBeDefined()
    expect(screen.getByText('12h 30m')).toBeDefined()
  })

  test('shows a review as its readers see it, and words in their own direction', async () => {
    journal.push(reviewOf({ content: '<b>Superb</b>', review_html: '<b>Superb</b>', spoils_to: 80 }))
    journal.push(entryOf({ content: 'مرحبا' }))
    show()
    expect((await screen.findByText('Superb')).tagName).toBe('B')
    expect(screen.getByText('Spoils up to 80 %')).toBeDefined()
    expect(screen.getByText('مرحبا').getAttribute('dir')).toBe('auto')
  })

  test('cuts a review that is longer than the form of the journal allows, and links to the whole one', async () => {
    journal.push(reviewOf({ content: 'x'.repeat(1000) }), reviewOf({ content: 'x'.repeat(1001) }))
    show()
    await waitFor(() => expect(names()).toHaveLength(2))
    const links = screen.getAllByRole('link', { name: 'Read on' }).map((link) => link.getAttribute('href'))
    expect(links).toEqual(['/reviews/0197a1b2-0000-7000-8000-0000000000b1'])
  })

  test('has filters by type and game and a search, which are in the address', async () => {
    journal.push(entryOf({ title: 'Rain', content: 'Rain.' }), reviewOf(), reviewOf({ game: ZELDA, content: 'Long.' }))
    const { user, router } = show()
    await waitFor(() => expect(names()).toHaveLength(3))
    await user.selectOptions(screen.getByLabelText('Type'), 'Review')
    await waitFor(() => expect(names()).toEqual(['Hades', 'The Legend of Zelda']))
    await user.selectOptions(screen.getByLabelText('Game'), 'Hades')
    await waitFor(() => expect(names()).toEqual(['Hades']))
    expect(router.state.location.search).toBe('?type=review&game=igdb_113112')
    await user.click(screen.getByRole('button', { name: 'Remove the filter Hades' }))
    await waitFor(() => expect(names()).toHaveLength(2))
    fill(screen.getByPlaceholderText('Search entries'), 'Long')
    await waitFor(() => expect(names()).toEqual(['The Legend of Zelda']))
    expect(router.state.location.search).toBe('?type=review&search=Long')
  })

  test('offers to clear the filters when no entry matches', async () => {
    journal.push(entryOf({ title: 'Rain' }))
    const { user } = show('?search=nothing')
    expect(await screen.findByText('No entry matches')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Show all entries' }))
    await waitFor(() => expect(names()).toEqual(['Rain']))
    expect(screen.getByPlaceholderText<HTMLInputElement>('Search entries').value).toBe('')
  })

  test('explains the journal to a new member in its empty state', async () => {
    show()
    expect(await screen.findByText('Nothing written yet')).toBeDefined()
    expect(screen.getAllByRole('button', { name: 'New Entry' })).toHaveLength(2)
    expect(screen.queryByPlaceholderText('Search entries')).toBeNull()
  })

  test('shows a toast and an error state when it cannot be loaded [R-JOUR-26, R-JOUR-27]', async () => {
    answers[LIST] = () => declined(403, 'No')
    show()
    expect(await screen.findByRole('heading', { name: 'Failed to load journal entries' })).toBeDefined()
    await waitFor(() => expect(lastToast()?.title).toBe('Failed to load journal entries'))
  })
})

describe('deleting an entry', () => {
  const openMenu = async (name: string, item: string) => {
    const { user } = show()
    await user.click(await screen.findByRole('button', { name: `Change ${name}` }))
    await user.click(await screen.findByRole('menuitem', { name: item }))
    return user
  }

  test('asks for confirmation with the number of likes of the review, and shows a toast afterwards [R-JOUR-30] [C19] [C24]', async () => {
    const entry = reviewOf({ likes_count: 2 })
    journal.push(entry)
    const user = await openMenu('Hades', 'Delete')
    const question = within(await screen.findByRole('dialog', { name: 'Delete Hades?' }))
    expect(question.getByText('The review is deleted too, and its 2 likes with it.')).toBeDefined()
    expect(sent(`DELETE /api/journal/${entry.id}`)).toEqual([])
    await user.click(question.getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Entry deleted successfully' }))
    expect(lastToast()?.description).toBeUndefined()
    expect(sent(`DELETE /api/journal/${entry.id}`)).toHaveLength(1)
  })

  test('shows a toast when it fails [R-JOUR-25, R-JOUR-27]', async () => {
    const entry = entryOf({ title: 'Rain' })
    journal.push(entry)
    answers[`DELETE /api/journal/${entry.id}`] = () => declined(500, 'No')
    const user = await openMenu('Rain', 'Delete')
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(lastToast()?.title).toBe('Failed to delete entry'))
  })

  test('the menu of an entry opens its form', async () => {
    journal.push(entryOf({ title: 'Rain', content: 'All day.' }))
    await openMenu('Rain', 'Edit')
    expect(await screen.findByRole('dialog', { name: 'Edit daily entry' })).toBeDefined()
    expect(screen.getByLabelText<HTMLTextAreaElement>('Your day').value).toBe('All day.')
  })
})

describe('the month', () => {
  test('is a grid of days with their games, playing time and entries', async () => {
    answerMonth(
      day('2026-11-02', { gamesCount: 6, entries: 2, games: [HADES, ZELDA] }),
      day('2026-11-03', { games: [], gamesCount: 0, minutes: 0 }),
    )
    const { user } = show()
    const month = within(await grid('November 2026'))
    expect(month.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Mon',
      'Tue',
      'Wed',
      'Thu',
      'Fri',
      'Sat',
      'Sun',
    ])
    const second = await month.findByRole('button', {
      name: 'Monday, November 2, 2026: Hades, The Legend of Zelda, 4 more, 2h 10m played, 2 entries',
    })
    expect(second.querySelector('.month-count')?.textContent).toBe('6')
    expect(month.getByRole('button', { name: 'Tuesday, November 3, 2026: 1 entry' })).toBeDefined()
    expect(month.getByRole('button', { name: 'Wednesday, November 4, 2026: nothing' })).toBeDefined()
    await user.click(second)
    const [detail] = screen.getAllByRole('region', { name: 'Monday, November 2, 2026' })
    expect(
      within(detail as HTMLElement)
        .getByRole('link', { name: 'Hades' })
        .getAttribute('href'),
    ).toBe('/game/igdb_113112')
    expect(within(detail as HTMLElement).getByText('and 4 more')).toBeDefined()
  })

  test('opens a day below its week, with the entries of that day and what they can do', async () => {
    journal.push(
      entryOf({ title: 'Rain', date: '2026-11-03' }),
      entryOf({ title: 'Sun', date: '2026-11-03' }),
      entryOf({ title: 'Another day', date: '2026-11-05' }),
    )
    answerMonth(day('2026-11-03', { entries: 2 }))
    const { user } = show()
    const month = within(await grid('November 2026'))
    const third = await month.findByRole('button', { name: /November 3,.* 2 entries$/ })
    await user.click(third)
    expect(third.getAttribute('aria-expanded')).toBe('true')
    const detail = within(month.getByRole('region', { name: 'Tuesday, November 3, 2026' }))
    await waitFor(() =>
      expect(detail.getAllByRole('article').map((entry) => within(entry).getByRole('heading').textContent)).toEqual([
        'Rain',
        'Sun',
      ]),
    )
    expect(third.closest('tr')?.nextElementSibling?.contains(detail.getByRole('heading', { name: 'Rain' }))).toBe(true)
    await user.click(detail.getByRole('button', { name: 'Change Rain' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Edit' }))
    expect(await screen.findByRole('dialog', { name: 'Edit daily entry' })).toBeDefined()
  })

  test('is low in weeks without anything', async () => {
    answerMonth(day('2026-11-03'))
    show()
    const month = within(await grid('November 2026'))
    await month.findByRole('button', { name: /November 3,.* 1 entry$/ })
    const rowOf = (name: RegExp) => month.getByRole('button', { name }).closest('tr')?.className
    expect(rowOf(/November 3,/)).toBe('')
    expect(rowOf(/November 10,/)).toBe('month-quiet')
  })

  test('is navigated with the arrow keys, also into other months, and Tab reaches one day', async () => {
    answerMonth()
    const { user, router } = show()
    const days = within(await grid('November 2026'))
    const stops = (month: typeof days) => month.getAllByRole('button').filter(({ tabIndex }) => tabIndex === 0)
    expect(stops(days).map(({ dataset }) => dataset.day)).toEqual(['2026-11-21'])
    stops(days)[0]?.focus()
    // No key may be pressed while nothing has the focus, so the focus moves when the month is rendered, not later.
    const focused: unknown[] = []
    const watch = new MutationObserver(() => focused.push(document.activeElement))
    watch.observe(screen.getByRole('grid'), { childList: true, subtree: true })
    await user.keyboard('{ArrowLeft}{ArrowUp}')
    focused.length = 0
    expect(document.activeElement).toBe(days.getByRole('button', { name: /November 13/ }))
    expect(stops(days)).toHaveLength(1)
    // Outside `act`, which runs effects at once.
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'PageUp', bubbles: true }))
    await vi.waitFor(() => screen.getByRole('grid', { name: 'October 2026' }), { timeout: 15_000 })
    vi.unstubAllGlobals()
    const october = within(await grid('October 2026'))
    expect(document.activeElement).toBe(october.getByRole('button', { name: /October 13/ }))
    expect(focused).not.toHaveLength(0)
    expect(focused).not.toContain(document.body)
    watch.disconnect()
    expect(router.state.location.search).toBe('?month=2026-10')
    await user.keyboard('{Home}{Enter}')
    expect(screen.getAllByRole('region', { name: 'Monday, October 12, 2026' })).not.toHaveLength(0)
  })

  test('is a list on phones, of the days that are not empty, latest first', async () => {
    answerMonth(day('2026-11-02'), day('2026-11-05', { minutes: 0 }))
    show()
    const list = within(await screen.findByRole('list', { name: 'Days of November' }))
    expect(list.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Thu 5.*Hades1 entry$/),
      expect.stringMatching(/^Mon 2.*Hades2h 10m played, 1 entry$/),
    ])
  })

  test('offers a retry when it cannot be loaded', async () => {
    answers['GET /api/journal/month'] = () => declined(403, 'No')
    const { user } = show()
    await screen.findByText('The month could not be loaded')
    answerMonth()
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await grid('November 2026')
  })
})

describe('the year', () => {
  const PLAYED = { date: '2026-01-03', minutes: 200, entries: 0 }
  const WRITTEN = { date: '2026-06-15', minutes: 0, entries: 2 }
  const answerYear = (...days: object[]) => {
    answers['GET /api/journal/year'] = () => json(200, { year: 2026, days, finished: [], firstYear: 2026 })
  }

  test('is a heat map whose numbers are in tooltips and in a table that a button opens', async () => {
    answerYear(PLAYED, WRITTEN)
    const { user } = show('?view=year')
    const map = await screen.findByRole('img', { name: '2026: 2 days with 3h 20m played, 2 entries' })
    const squares = [...map.querySelectorAll<HTMLElement>('.heat')]
    expect(squares).toHaveLength(365)
    expect(squares[2]?.dataset.tip).toBe('Jan 3, 2026: 3h 20m played')
    expect(squares[2]?.className).toBe('heat heat-3')
    const months = within(screen.getByRole('navigation', { name: 'Months of 2026 in the map' })).getAllByRole('link')
    expect(months).toHaveLength(12)
    expect(months[1]?.getAttribute('href')).toBe('/journal?month=2026-02')
    const inGames = screen.getByRole('link', { name: '2026 in games' })
    expect(inGames.getAttribute('href')).toBe(`/profile/${VIEWER.id}/year/2026`)
    expect(screen.queryByRole('table')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Show as a table' }))
    const rows = within(screen.getByRole('table')).getAllByRole('row')
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'DayPlayedEntries',
      'Jan 3, 20263h 20m–',
      'Jun 15, 2026–2',
    ])
  })

  test('leads to no year in games when nothing was played in it', async () => {
    answerYear(WRITTEN)
    show('?view=year')
    await screen.findByRole('img', { name: '2026: 1 day with 2 entries' })
    expect(screen.queryByRole('link', { name: '2026 in games' })).toBeNull()
  })

  test('is a row of small months above the month, each a link to that month', async () => {
    answerYear(PLAYED, WRITTEN)
    show()
    const strip = within(await screen.findByRole('navigation', { name: 'Months of 2026' }))
    expect(strip.getAllByRole('link')).toHaveLength(12)
    const june = await strip.findByRole('link', { name: 'June: 2 entries' })
    expect(june.getAttribute('href')).toBe('/journal?month=2026-06')
    expect(strip.getByRole('link', { current: 'page' }).textContent).toContain('Nov')
  })
})

test('the month has a list of what happened on this day in earlier years', async () => {
  answers['GET /api/journal/on-this-day'] = ({ query }) =>
    json(200, {
      years:
        query.date === '2026-11-21'
          ? [
              {
                year: 2024,
                minutes: 90,
                games: [ZELDA],
                entries: ['Snow', 'Ice', 'Fog'].map((title) => entryOf({ title })),
              },
            ]
          : [],
    })
  show()
  const part = within(await screen.findByRole('region', { name: 'On this day' }))
  expect(part.getByText('The Legend of Zelda, 1h 30m played')).toBeDefined()
  expect(part.getByRole('heading', { name: 'Snow' })).toBeDefined()
  expect(part.queryByRole('heading', { name: 'Fog' })).toBeNull()
  expect(part.getByRole('link', { name: '1 more in November 2024' }).getAttribute('href')).toBe(
    '/journal?month=2024-11',
  )
})

test('the overview shows the three latest entries [R-STAT-11]', async () => {
  journal.push(...['A', 'B', 'C', 'D'].map((title) => entryOf({ title })))
  showPage(<LatestEntries />)
  await waitFor(() => expect(names()).toEqual(['A', 'B', 'C']))
})

test('a change in another tab refreshes the journal', async () => {
  const restore = installContributions(journalContributions)
  try {
    const { client } = show()
    await waitFor(() => expect(sent(LIST)).toHaveLength(1))
    const live = contributionsTo(liveRefreshes).find(({ channel }) => channel === 'journal')
    await live?.refresh(client)
    await waitFor(() => expect(sent(LIST)).toHaveLength(2))
  } finally {
    restore()
  }
})
