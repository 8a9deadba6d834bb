// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { PlaythroughId } from '#shared/ids.ts'
import { declined, delayed, json, lastToast } from '#tests/browser/fake-server.tsx'
import {
  answers,
  bodies,
  chooseHades,
  entryOf,
  fill,
  gameCard,
  HADES,
  journal,
  openEntry,
  openForm,
  playthroughs,
  reviewOf,
  save,
  sent,
  ZELDA,
} from '#tests/browser/journal.tsx'

const ADD = 'POST /api/journal'
const change = ({ id }: { id: string }) => `PUT /api/journal/${id}`
const TODAY = '2026-11-21'
const FIRST = '0197a1b2-0000-7000-8000-0000000000c1' as PlaythroughId
const SECOND = '0197a1b2-0000-7000-8000-0000000000c2' as PlaythroughId

describe('the type picker', () => {
  test('opens for a new entry, with the four types [R-JOUR-07]', async () => {
    const { dialog, user } = await openEntry()
    const types = within(dialog.getByRole('list', { name: 'Types of entries' })).getAllByRole('button')
    expect(types.map((type) => type.querySelector('b')?.textContent)).toEqual(['Progress', 'Review', 'Daily', 'List'])
    await waitFor(() => expect(document.activeElement).toBe(types[0]))
    await user.click(types[2] as HTMLElement)
    expect(dialog.getByRole('textbox', { name: 'Your day' })).toBeDefined()
  })

  test('opens again with Back, from the form of a new entry [R-JOUR-07, R-JOUR-08]', async () => {
    const { dialog, user } = await openForm('Daily')
    await user.click(dialog.getByRole('button', { name: 'Back' }))
    expect(dialog.getByRole('list', { name: 'Types of entries' })).toBeDefined()
  })

  test('is skipped for an existing entry, whose form has its values and no Back [R-JOUR-07, R-JOUR-08]', async () => {
    const { dialog } = await openEntry(
      entryOf({ type: 'progress', game: HADES, progress: 55, hoursPlayed: 13, title: 'Up', content: 'There.' }),
    )
    expect(dialog.queryByRole('button', { name: 'Back' })).toBeNull()
    expect(dialog.getByRole<HTMLInputElement>('slider', { name: 'Progress' }).value).toBe('55')
    expect(dialog.getByLabelText<HTMLInputElement>('Hours Played').value).toBe('13h')
    expect(dialog.getByLabelText<HTMLInputElement>('Title (optional)').value).toBe('Up')
    expect(dialog.getByLabelText<HTMLTextAreaElement>('Description').value).toBe('There.')
    expect(dialog.getByText('Hades', { selector: 'b' })).toBeDefined()
  })
})

describe('a progress entry', () => {
  test('has a slider from 0 to 100 in steps of 1, which starts at the library’s progress [R-JOUR-09]', async () => {
    const opened = await openForm('Progress')
    const slider = () => opened.dialog.getByRole<HTMLInputElement>('slider', { name: 'Progress' })
    expect([slider().min, slider().max, slider().step, slider().value]).toEqual(['0', '100', '1', '0'])
    await chooseHades(opened)
    await waitFor(() => expect(slider().value).toBe('40'))
    expect(opened.dialog.getByText('The new total. So far it is 12h 30m.')).toBeDefined()
  })

  test('leaves the focus at its game when one is chosen, and at the search when another one is', async () => {
    const opened = await openForm('Progress')
    const { dialog, user } = opened
    await chooseHades(opened)
    const other = dialog.getByRole('button', { name: 'Another game' })
    expect(document.activeElement).toBe(other)
    await user.keyboard('{Enter}')
    expect(document.activeElement).toBe(dialog.getByRole('searchbox', { name: 'Game' }))
  })

  test('needs a game and Hours Played, and counts its description [R-JOUR-10, R-JOUR-11, R-JOUR-15]', async () => {
    const opened = await openForm('Progress')
    const { dialog } = opened
    fill(dialog.getByLabelText('Description'), '🎮'.repeat(501))
    expect(dialog.getByText('501 / 500')).toBeDefined()
    await save(opened)
    expect(dialog.getByText('Please select a game')).toBeDefined()
    expect(document.activeElement).toBe(dialog.getByRole('searchbox', { name: 'Game' }))
    expect(dialog.getByText('Hours Played is required and must be 0 or more')).toBeDefined()
    expect(dialog.getByText('Description must be 500 characters or less')).toBeDefined()
    expect(sent(ADD)).toEqual([])
  })

  test('is saved with the date of this device, and one toast shows both texts [R-JOUR-28, R-JOUR-32] [C19]', async () => {
    const opened = await openForm('Progress')
    await chooseHades(opened)
    fill(opened.dialog.getByRole('slider', { name: 'Progress' }), 62)
    fill(opened.dialog.getByLabelText('Hours Played'), '14.5')
    fill(opened.dialog.getByLabelText('Description'), 'The fourth region.')
    await save(opened)
    await waitFor(() => expect(opened.onClose).toHaveBeenCalledOnce())
    expect(bodies(ADD)).toEqual([
      {
        type: 'progress',
        title: '',
        content: 'The fourth region.',
        game: { id: HADES.id },
        progress: 62,
        hoursPlayed: 14.5,
        date: TODAY,
      },
    ])
    expect(lastToast()).toMatchObject({
      title: 'Entry added successfully',
      description: 'New journal entry created successfully',
    })
  })

  test('asks for confirmation before it lowers the stored total [G62]', async () => {
    const opened = await openForm('Progress')
    await chooseHades(opened)
    fill(opened.dialog.getByLabelText('Hours Played'), '10')
    await save(opened)
    const question = within(await screen.findByRole('dialog', { name: 'Save a lower total?' }))
    expect(question.getByText('Your library has 12h 30m for this game. Saving makes it 10h.')).toBeDefined()
    expect(sent(ADD)).toEqual([])
    await opened.user.click(question.getByRole('button', { name: 'Change the hours' }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Save a lower total?' })).toBeNull())
    expect(sent(ADD)).toEqual([])
    await save(opened)
    await opened.user.click(await screen.findByRole('button', { name: 'Save the lower total' }))
    await waitFor(() => expect(bodies(ADD)).toMatchObject([{ hoursPlayed: 10, progress: 40 }]))
  })

  test('asks for no confirmation when only the text of an old entry changes', async () => {
    const entry = entryOf({ type: 'progress', game: HADES, progress: 10, hoursPlayed: 2 })
    const opened = await openEntry(entry)
    fill(opened.dialog.getByLabelText('Description'), 'Other words.')
    await save(opened)
    await waitFor(() => expect(bodies(change(entry))).toMatchObject([{ hoursPlayed: 2, content: 'Other words.' }]))
  })
})

describe('a review', () => {
  test('has a slider from 1 to 10 that starts at 1, and shows stars [R-JOUR-13]', async () => {
    const { dialog } = await openForm('Review')
    const slider = dialog.getByRole<HTMLInputElement>('slider', { name: 'Rating' })
    expect([slider.min, slider.max, slider.step, slider.value]).toEqual(['1', '10', '1', '1'])
    expect(slider.getAttribute('aria-valuetext')).toBe('1 of 10, 0.5 of 5 stars')
    fill(slider, 9)
    expect(dialog.getByText('9 / 10')).toBeDefined()
  })

  test('needs a game and 1 to 1000 characters [R-JOUR-14, R-JOUR-15]', async () => {
    const opened = await openForm('Review')
    await save(opened)
    expect(opened.dialog.getByText('Please select a game')).toBeDefined()
    expect(opened.dialog.getByText('Content is required')).toBeDefined()
    fill(opened.dialog.getByLabelText('Review'), 'x'.repeat(1001))
    await save(opened)
    expect(opened.dialog.getByText('Content must be 1000 characters or less')).toBeDefined()
    expect(sent(ADD)).toEqual([])
  })

  test('is public by default, and may have a spoiler mark [R-JOUR-04]', async () => {
    const opened = await openForm('Review')
    const { dialog, user } = opened
    await chooseHades(opened)
    fill(dialog.getByLabelText('Review'), 'Superb.')
    expect(dialog.getByRole<HTMLInputElement>('switch', { name: /Public/ }).checked).toBe(true)
    await user.click(dialog.getByRole('switch', { name: /Public/ }))
    await user.click(dialog.getByRole('switch', { name: 'Spoilers' }))
    expect(dialog.getByRole<HTMLInputElement>('slider', { name: 'Up to which share of the game?' }).value).toBe('40')
    await save(opened)
    await waitFor(() =>
      expect(bodies(ADD)).toMatchObject([
        { type: 'review', rating: 1, content: 'Superb.', is_public: false, spoils_to: 40 },
      ]),
    )
  })

  test('names platform and playthrough, which start at those of the play log', async () => {
    playthroughs.push(
      { id: FIRST, platform: 'Switch', finish_level: 'main_story' },
      { id: SECOND, platform: 'PC', finish_level: 'unfinished' },
    )
    const opened = await openForm('Review')
    const { dialog, user } = opened
    await chooseHades(opened)
    const platform = () => dialog.getByRole<HTMLSelectElement>('combobox', { name: 'Played on' })
    await waitFor(() => expect(platform().value).toBe('PC'))
    expect(dialog.getByRole<HTMLSelectElement>('combobox', { name: 'Playthrough' }).value).toBe(SECOND)
    fill(dialog.getByLabelText('Review'), 'Superb.')
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Playthrough' }), FIRST)
    expect(platform().value).toBe('Switch')
    await save(opened)
    await waitFor(() => expect(bodies(ADD)).toMatchObject([{ platform: 'Switch', playthrough_id: FIRST }]))
  })

  test('retains its playthrough when only its text changes', async () => {
    playthroughs.push(
      { id: FIRST, platform: 'Switch', finish_level: 'main_story' },
      { id: SECOND, platform: 'PC', finish_level: 'unfinished' },
    )
    const entry = reviewOf({ platform: 'Switch', playthrough_id: FIRST })
    const opened = await openEntry(entry)
    fill(opened.dialog.getByLabelText('Review'), 'Better words.')
    await save(opened)
    await waitFor(() => expect(bodies(change(entry))).toMatchObject([{ platform: 'Switch', playthrough_id: FIRST }]))
  })

  test('that another tab writes meanwhile is not replaced before its author has seen both (G59)', async () => {
    const opened = await openForm('Review')
    const { dialog, user } = opened
    await chooseHades(opened)
    fill(dialog.getByLabelText('Review'), 'From this tab.')
    const other = reviewOf({ content: 'From the other tab.' })
    answers[ADD] = () => declined(409, 'This item was changed by someone else', 'changed_by_somebody', { entry: other })
    await save(opened)
    const stored = within(await dialog.findByRole('alert', { name: 'Another version' }))
    expect(stored.getByText('From the other tab.')).toBeDefined()
    expect(dialog.getByLabelText<HTMLTextAreaElement>('Review').value).toBe('From this tab.')
    delete answers[ADD]
    await user.click(stored.getByRole('button', { name: 'Save mine' }))
    await waitFor(() => expect(opened.onClose).toHaveBeenCalledOnce())
    expect(bodies(ADD).map(({ updated_at }) => updated_at)).toEqual([null, other.updatedAt])
  })

  test('that another tab writes at the same moment is shown beside the typed one (G59)', async () => {
    const opened = await openForm('Review')
    await chooseHades(opened)
    fill(opened.dialog.getByLabelText('Review'), 'From this tab.')
    answers[ADD] = () => {
      journal.push(reviewOf({ content: 'From the other tab.' }))
      return declined(409, 'You have already reviewed this game', '23505')
    }
    await save(opened)
    const stored = within(await opened.dialog.findByRole('alert', { name: 'Another version' }))
    await opened.user.click(stored.getByRole('button', { name: 'Use the other version' }))
    const text = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Review' })
    expect(text.value).toBe('From the other tab.')
  })

  test('that is too long for the journal’s form links to its own page', async () => {
    const { dialog } = await openEntry(reviewOf({ content: 'x'.repeat(1001) }))
    expect(dialog.getByRole('link', { name: 'Edit it on its own page' }).getAttribute('href')).toBe(
      '/reviews/0197a1b2-0000-7000-8000-0000000000b1',
    )
  })

  test('of a game that the member has reviewed warns that it replaces that review, and offers to edit it [C24]', async () => {
    journal.push(reviewOf())
    const opened = await openForm('Review')
    await chooseHades(opened)
    expect(await opened.dialog.findByText(/Saving replaces your review/)).toBeDefined()
    await opened.user.click(opened.dialog.getByRole('button', { name: 'Edit that review' }))
    expect(opened.dialog.getByLabelText<HTMLTextAreaElement>('Review').value).toBe('Superb.')
    expect(opened.dialog.queryByRole('button', { name: 'Another game' })).toBeNull()
  })

  test('of a reviewed game says which version it replaces (G59)', async () => {
    const before = reviewOf()
    journal.push(before)
    const opened = await openForm('Review')
    await chooseHades(opened)
    await opened.dialog.findByText(/Saving replaces your review/)
    fill(opened.dialog.getByLabelText('Review'), 'Better.')
    await save(opened)
    await waitFor(() => expect(bodies(ADD)).toMatchObject([{ content: 'Better.', updated_at: before.updatedAt }]))
  })
})

describe('a daily entry', () => {
  test('needs 1 to 500 characters [R-JOUR-12]', async () => {
    const opened = await openForm('Daily')
    await save(opened)
    expect(opened.dialog.getByText('Content is required')).toBeDefined()
    fill(opened.dialog.getByLabelText('Your day'), 'x'.repeat(501))
    await save(opened)
    expect(opened.dialog.getByText('Content must be 500 characters or less')).toBeDefined()
    expect(sent(ADD)).toEqual([])
  })

  test('may have a title and a game [G62]', async () => {
    const opened = await openForm('Daily')
    fill(opened.dialog.getByLabelText('Your day'), 'Rain, and a lighthouse.')
    fill(opened.dialog.getByLabelText('Title (optional)'), 'Sunday')
    await chooseHades(opened)
    await save(opened)
    await waitFor(() =>
      expect(bodies(ADD)).toEqual([
        { type: 'daily', title: 'Sunday', content: 'Rain, and a lighthouse.', game: { id: HADES.id }, date: TODAY },
      ]),
    )
  })
})

describe('a list', () => {
  test('needs a title; games are added from the library or a search, and can be removed [R-JOUR-16]', async () => {
    const opened = await openForm('List')
    const { dialog, user } = opened
    await user.click(await dialog.findByRole('button', { name: 'Add Hades' }))
    fill(dialog.getByLabelText('Add games'), 'zel')
    await user.click(await dialog.findByRole('button', { name: 'Add The Legend of Zelda' }))
    const games = () =>
      within(dialog.getByRole('list', { name: 'Games of the list' }))
        .getAllByRole('button')
        .map((button) => button.getAttribute('aria-label'))
    expect(games()).toEqual(['Remove Hades', 'Remove The Legend of Zelda'])
    await save(opened)
    expect(dialog.getByText('Title is required')).toBeDefined()
    expect(sent(ADD)).toEqual([])
    await user.click(dialog.getByRole('button', { name: 'Remove Hades' }))
    expect(games()).toEqual(['Remove The Legend of Zelda'])
    fill(dialog.getByLabelText('Title'), 'Long ones')
    await save(opened)
    await waitFor(() =>
      expect(bodies(ADD)).toEqual([
        { type: 'list', title: 'Long ones', content: JSON.stringify([{ id: ZELDA.id }]), date: TODAY },
      ]),
    )
  })

  test('has at most 100 games [G60]', async () => {
    const content = JSON.stringify(
      Array.from({ length: 100 }, (_, at) => ({ id: `igdb_${at + 1}`, name: `Game ${at}`, cover_url: null })),
    )
    const { dialog } = await openEntry(entryOf({ type: 'list', title: 'Full', content }))
    expect(dialog.getByText('100 / 100')).toBeDefined()
    expect((await dialog.findByRole<HTMLButtonElement>('button', { name: 'Add Hades' })).disabled).toBe(true)
  })
})

describe('the search for a game', () => {
  test('offers no game of one’s own, about which nothing can be written (decision 0086)', async () => {
    const own = gameCard('local_1700000000001', 'Kitchen Quest')
    answers['GET /api/library'] = () =>
      json(200, { data: [own, HADES].map((game) => ({ game, game_id: game.id })), total: 2, hasMore: false })
    const { dialog } = await openForm('Progress')
    expect(await dialog.findByRole('button', { name: 'Choose Hades' })).toBeDefined()
    expect(dialog.queryByRole('button', { name: 'Choose Kitchen Quest' })).toBeNull()
  })

  test('searches while the member types, and an empty field resets the results [R-JOUR-18]', async () => {
    const { dialog } = await openForm('Daily')
    const field = dialog.getByLabelText('Game (optional)')
    fill(field, 'zel')
    expect(await dialog.findByRole('button', { name: 'Choose The Legend of Zelda' })).toBeDefined()
    expect(sent('GET /api/games/suggestions').map(({ query }) => query.query)).toEqual(['zel'])
    fill(field, '')
    expect(dialog.queryByRole('button', { name: 'Choose The Legend of Zelda' })).toBeNull()
    expect(await dialog.findByRole('button', { name: 'Choose Hades' })).toBeDefined()
    expect(sent('GET /api/games/suggestions')).toHaveLength(1)
  })

  test('shows a toast with the server’s sentence when it fails [R-JOUR-18]', async () => {
    answers['GET /api/games/suggestions'] = () => declined(429, 'All search services are unavailable')
    const { dialog } = await openForm('Daily')
    fill(dialog.getByLabelText('Game (optional)'), 'zel')
    await waitFor(() =>
      expect(lastToast()).toMatchObject({
        title: 'Failed to search for games. Please try again.',
        description: 'All search services are unavailable',
      }),
    )
  })
})

describe('saving', () => {
  test('ignores further presses, and the dialog cannot be closed meanwhile [R-JOUR-08, R-JOUR-17]', async () => {
    const answer = delayed()
    answers[ADD] = answer.answer
    const opened = await openForm('Daily')
    fill(opened.dialog.getByLabelText('Your day'), 'One evening.')
    const form = screen.getByRole('dialog').querySelector('form') as HTMLFormElement
    fireEvent.submit(form)
    fireEvent.submit(form)
    await waitFor(() => expect(sent(ADD)).toHaveLength(1))
    fireEvent.submit(form)
    await opened.user.keyboard('{Escape}')
    await opened.user.click(opened.dialog.getByRole('button', { name: 'Close' }))
    expect(opened.dialog.getByRole<HTMLButtonElement>('button', { name: 'Cancel' }).disabled).toBe(true)
    expect(opened.onClose).not.toHaveBeenCalled()
    await answer.give(json(201, { entry: entryOf() }))
    await waitFor(() => expect(opened.onClose).toHaveBeenCalledOnce())
    expect(sent(ADD)).toHaveLength(1)
  })

  test('an edit shows both texts in one toast, and sends the version that it replaces [R-JOUR-29, R-JOUR-31] [C19]', async () => {
    const entry = entryOf()
    const opened = await openEntry(entry)
    fill(opened.dialog.getByLabelText('Your day'), 'Better words.')
    await save(opened)
    await waitFor(() => expect(opened.onClose).toHaveBeenCalledOnce())
    expect(bodies(change(entry))).toEqual([
      { type: 'daily', title: '', content: 'Better words.', game: null, updated_at: entry.updatedAt },
    ])
    expect(lastToast()).toMatchObject({
      title: 'Entry updated successfully',
      description: 'Journal entry updated successfully',
    })
  })

  test('shows one toast and the reason when it fails, and preserves the input [R-JOUR-21, R-JOUR-23, R-JOUR-27, R-JOUR-33]', async () => {
    answers[ADD] = () => declined(503, 'Failed to verify game existence')
    const opened = await openForm('Daily')
    fill(opened.dialog.getByLabelText('Your day'), 'One evening.')
    await save(opened)
    expect(await opened.dialog.findByText('Failed to verify game existence')).toBeDefined()
    expect(lastToast()).toMatchObject({ title: 'Failed to add entry', description: 'Failed to save journal entry' })
    expect(opened.dialog.getByLabelText<HTMLTextAreaElement>('Your day').value).toBe('One evening.')
    expect(opened.onClose).not.toHaveBeenCalled()
  })

  test('an edit that fails has its own toast [R-JOUR-24, R-JOUR-27, R-JOUR-33]', async () => {
    const entry = entryOf()
    answers[change(entry)] = () => declined(500, 'Something went wrong.')
    const opened = await openEntry(entry)
    fill(opened.dialog.getByLabelText('Your day'), 'Better words.')
    await save(opened)
    await waitFor(() =>
      expect(lastToast()).toMatchObject({
        title: 'Failed to update entry',
        description: 'Failed to save journal entry',
      }),
    )
    expect(opened.dialog.getByLabelText<HTMLTextAreaElement>('Your day').value).toBe('Better words.')
  })

  test('after a conflict shows both versions, and overwrites the stored one only if the author confirms (G59)', async () => {
    const entry = entryOf()
    const later = { ...entry, content: 'From the other tab.', updatedAt: '2026-11-21T09:30:00.000Z' }
    answers[change(entry)] = () =>
      declined(409, 'This item was changed by someone else', 'changed_by_somebody', { entry: later })
    const opened = await openEntry(entry)
    const { dialog, user } = opened
    fill(dialog.getByLabelText('Your day'), 'From this tab.')
    await save(opened)
    const stored = within(await dialog.findByRole('alert', { name: 'Another version' }))
    expect(stored.getByText('From the other tab.')).toBeDefined()
    expect(document.activeElement).toBe(dialog.getByRole('alert', { name: 'Another version' }))
    expect(dialog.getByText('This item was changed by someone else')).toBeDefined()
    expect(dialog.getByLabelText<HTMLTextAreaElement>('Your day').value).toBe('From this tab.')
    delete answers[change(entry)]
    await user.click(stored.getByRole('button', { name: 'Save mine' }))
    await waitFor(() => expect(opened.onClose).toHaveBeenCalledOnce())
    expect(bodies(change(entry)).at(-1)).toMatchObject({ content: 'From this tab.', updated_at: later.updatedAt })
  })
})

describe('a draft', () => {
  test('of each type survives a reload, and is deleted when it is saved', async () => {
    const first = await openForm('Daily')
    fill(first.dialog.getByLabelText('Your day'), 'Half a sentence')
    await first.user.click(first.dialog.getByRole('button', { name: 'Back' }))
    await first.user.click(first.dialog.getByRole('button', { name: /^Review/ }))
    fill(first.dialog.getByLabelText('Review'), 'Another half')
    cleanup()

    const second = await openForm('Daily')
    expect(second.dialog.getByText(/This is what you had typed/)).toBeDefined()
    expect(second.dialog.getByLabelText<HTMLTextAreaElement>('Your day').value).toBe('Half a sentence')
    await save(second)
    await waitFor(() => expect(second.onClose).toHaveBeenCalledOnce())
    cleanup()

    const third = await openForm('Daily')
    expect(third.dialog.getByLabelText<HTMLTextAreaElement>('Your day').value).toBe('')
    await third.user.click(third.dialog.getByRole('button', { name: 'Back' }))
    await third.user.click(third.dialog.getByRole('button', { name: /^Review/ }))
    expect(third.dialog.getByLabelText<HTMLTextAreaElement>('Review').value).toBe('Another half')
    await third.user.click(third.dialog.getByRole('button', { name: 'Start over' }))
    expect(third.dialog.getByLabelText<HTMLTextAreaElement>('Review').value).toBe('')
    expect(sessionStorage.getItem('savepoint.drafts')).toBeNull()
  })

  test('of an edit retains the version on which it is based', async () => {
    const entry = entryOf()
    const first = await openEntry(entry)
    fill(first.dialog.getByLabelText('Your day'), 'Typed before the reload')
    cleanup()

    const second = await openEntry({ ...entry, content: 'Saved meanwhile', updatedAt: '2026-11-21T09:45:00.000Z' })
    expect(second.dialog.getByLabelText<HTMLTextAreaElement>('Your day').value).toBe('Typed before the reload')
    await save(second)
    await waitFor(() => expect(bodies(change(entry))).toMatchObject([{ updated_at: entry.updatedAt }]))
  })
})
