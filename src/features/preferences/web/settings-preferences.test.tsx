// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { declined, delayed, fakeServer, json, lastToast, showPage, VIEWER } from '#tests/browser/fake-server.tsx'
import { showTheme } from '#web/ui/theme.ts'
import type { Preferences } from '../preferences.contract.ts'
import { FooterChoices } from './footer-choices.widgets.tsx'
import { SettingsPreferences } from './settings-preferences.tsx'

const READ = 'GET /api/user/preferences'
const CHANGE = 'PUT /api/user/preferences'
const { answers, sent, bodies } = fakeServer()

/** The row that the server has. */
let row: Preferences
beforeEach(() => {
  row = {
    user_id: VIEWER.id,
    updated_at: '2026-11-01T10:00:00.000Z',
    game_data_source: 'auto',
    search_strategy: 'smart',
    cache_enabled: true,
    fallback_enabled: true,
    erotic_games: false,
    theme: 'dark',
  }
  showTheme('dark')
  answers[READ] = () => json(200, row)
  answers[CHANGE] = ({ body }) => {
    row = { ...row, ...body, updated_at: '2026-11-21T10:00:00.000Z' }
    return json(200, row)
  }
})
afterEach(() => showTheme('dark'))

const shownTheme = () => document.documentElement.dataset.theme
const chosen = (group: string) =>
  within(screen.getByRole('radiogroup', { name: group }))
    .getAllByRole<HTMLInputElement>('radio')
    .filter(({ checked }) => checked)
    .map(({ value }) => value)
const radio = (group: string, name: RegExp) =>
  within(screen.getByRole('radiogroup', { name: group })).getByRole('radio', { name })
const toggle = (name: string) => screen.getByRole<HTMLInputElement>('switch', { name: new RegExp(`^${name}`) })
const states = () =>
  screen
    .getAllByRole('status')
    .map((one) => one.textContent?.trim())
    .filter((text) => text !== '')
const SOURCE = 'Where games come from'
const SEARCH = 'How search works'

async function open() {
  const shown = showPage(<SettingsPreferences />)
  await screen.findByRole('radiogroup', { name: 'Theme' })
  return shown
}

describe('the preferences', () => {
  test('show the stored choices, each with a name and a group', async () => {
    row = { ...row, game_data_source: 'rawg', search_strategy: 'parallel', erotic_games: true, cache_enabled: false }
    await open()
    expect(chosen('Theme')).toEqual(['dark'])
    expect(chosen(SOURCE)).toEqual(['rawg'])
    expect(chosen(SEARCH)).toEqual(['parallel'])
    expect(
      ['Show erotic games in lists', 'Store games in this browser', 'Use the other catalogue'].map(
        (name) => toggle(name).checked,
      ),
    ).toEqual([true, false, true])
    expect(states()).toEqual([])
  })

  test('show an error when they could not be loaded, and a retry', async () => {
    answers[READ] = () => declined(429, 'Too many requests')
    const { user } = showPage(<SettingsPreferences />)
    expect((await screen.findByRole('alert')).textContent).toContain('Your preferences could not be loaded.')
    answers[READ] = () => json(200, row)
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('radiogroup', { name: 'Theme' })).toBeDefined()
  })

  test('show a choice at once, and that it is saved once the server has it', async () => {
    const { user } = await open()
    const answer = delayed()
    answers[CHANGE] = answer.answer
    await user.click(radio(SOURCE, /^RAWG/))
    expect(chosen(SOURCE)).toEqual(['rawg'])
    expect(states()).toEqual(['Saving…'])
    await answer.give(json(200, { ...row, game_data_source: 'rawg' }))
    await waitFor(() => expect(states()).toEqual(['Saved']))
    expect(bodies(CHANGE)).toEqual([{ game_data_source: 'rawg' }])
    expect(chosen(SOURCE)).toEqual(['rawg'])
  })

  test('go back to what they were when it is not saved, and say so', async () => {
    const { user } = await open()
    answers[CHANGE] = () => declined(500, 'Something broke')
    await user.click(toggle('Use the other catalogue'))
    await waitFor(() => expect(states()).toEqual(['Not saved. It is as it was; please try again.']))
    expect(toggle('Use the other catalogue').checked).toBe(true)
  })

  test('are saved in the order of the clicks, and an answer does not undo a later click', async () => {
    const { user } = await open()
    const first = delayed()
    const answerNow = answers[CHANGE]
    answers[CHANGE] = first.answer
    await user.click(radio(SOURCE, /^RAWG/))
    await user.click(radio(SOURCE, /^IGDB The/))
    await user.click(radio(SEARCH, /^RAWG first/))
    await waitFor(() => expect(chosen(SEARCH)).toEqual(['rawg_first']))
    expect(bodies(CHANGE)).toEqual([{ game_data_source: 'rawg' }])
    const second = delayed()
    answers[CHANGE] = second.answer
    row = { ...row, game_data_source: 'rawg' }
    await first.give(json(200, row))
    await waitFor(() => expect(sent(CHANGE)).toHaveLength(2))
    expect(chosen(SOURCE)).toEqual(['igdb'])
    expect(chosen(SEARCH)).toEqual(['rawg_first'])
    if (answerNow) answers[CHANGE] = answerNow
    row = { ...row, game_data_source: 'igdb' }
    await second.give(json(200, row))
    await waitFor(() => expect(bodies(CHANGE).at(-1)).toEqual({ search_strategy: 'rawg_first' }))
    await waitFor(() => expect(states()).toEqual(['Saved', 'Saved']))
    expect(chosen(SOURCE)).toEqual(['igdb'])
    expect(chosen(SEARCH)).toEqual(['rawg_first'])
  })

  test('a failed choice does not undo another one', async () => {
    const { user } = await open()
    const first = delayed()
    const answerNow = answers[CHANGE]
    answers[CHANGE] = first.answer
    await user.click(toggle('Show erotic games in lists'))
    await user.click(toggle('Store games in this browser'))
    if (answerNow) answers[CHANGE] = answerNow
    await first.give(declined(500, 'Something broke'))
    await waitFor(() => expect(sent(CHANGE)).toHaveLength(2))
    await waitFor(() => expect(toggle('Show erotic games in lists').checked).toBe(false))
    expect(toggle('Store games in this browser').checked).toBe(false)
    expect(row).toMatchObject({ erotic_games: false, cache_enabled: false })
  })

  test.each([
    ['Show erotic games in lists', true],
    ['Use the other catalogue', true],
    ['Store games in this browser', false],
  ])('%s: cached lists of games are read again: %s', async (name, areRead) => {
    const { client, user } = await open()
    const keys = [
      ['catalogue', 'list', 1],
      ['catalogue', 'metadata'],
      ['home', 'rows'],
    ]
    for (const key of [...keys, ['catalogue', 'game', 'igdb_1']]) client.setQueryData(key, 'old')
    await user.click(toggle(name))
    await waitFor(() => expect(states()).toEqual(['Saved']))
    expect(keys.map((key) => client.getQueryData(key))).toEqual(keys.map(() => (areRead ? undefined : 'old')))
    expect(client.getQueryData(['catalogue', 'game', 'igdb_1'])).toBe('old')
  })
})

describe('the theme', () => {
  test('changes at once and is stored in the account', async () => {
    const { user } = await open()
    await user.click(radio('Theme', /^Light/))
    expect(shownTheme()).toBe('light')
    expect(chosen('Theme')).toEqual(['light'])
    await waitFor(() => expect(bodies(CHANGE)).toEqual([{ theme: 'light' }]))
  })

  test('goes back when it could not be stored', async () => {
    answers[CHANGE] = () => declined(500, 'Something broke')
    const { user } = await open()
    await user.click(radio('Theme', /^Light/))
    await waitFor(() => expect(shownTheme()).toBe('dark'))
    await waitFor(() => expect(chosen('Theme')).toEqual(['dark']))
  })

  test('that was chosen in this browser is stored with the first choice of a member', async () => {
    row = { ...row, updated_at: null }
    showTheme('light')
    const { user } = await open()
    await user.click(toggle('Show erotic games in lists'))
    await waitFor(() => expect(bodies(CHANGE)).toEqual([{ theme: 'light', erotic_games: true }]))
  })
})

describe('the switch of the footer', () => {
  const choose = (name: string) => screen.getByRole('button', { name })

  test('changes a visitor’s theme in this browser only', async () => {
    const { user } = showPage(<FooterChoices />, { viewer: null })
    await user.click(choose('Light theme'))
    expect(shownTheme()).toBe('light')
    expect(choose('Light theme').getAttribute('aria-pressed')).toBe('true')
    expect(sent(CHANGE)).toEqual([])
    expect(sent(READ)).toEqual([])
  })

  test('stores a member’s theme in the account, and says when that failed', async () => {
    const { user } = showPage(<FooterChoices />)
    await user.click(choose('Light theme'))
    await waitFor(() => expect(bodies(CHANGE)).toEqual([{ theme: 'light' }]))
    answers[CHANGE] = () => declined(500, 'Something broke')
    await user.click(choose('Dark theme'))
    await waitFor(() => expect(lastToast()?.title).toBe('The theme was not saved to your account'))
    expect(shownTheme()).toBe('dark')
  })

  test('shows the theme of a member’s account after the sign-in, but not a default that nobody chose', async () => {
    row = { ...row, theme: 'light', updated_at: null }
    const { client } = showPage(<FooterChoices />)
    await waitFor(() => expect(sent(READ)).toHaveLength(1))
    expect(shownTheme()).toBe('dark')
    row = { ...row, updated_at: '2026-11-01T10:00:00.000Z' }
    await client.invalidateQueries({ queryKey: ['preferences'] })
    await waitFor(() => expect(shownTheme()).toBe('light'))
  })

  test('does not show the theme of somebody else’s account', async () => {
    row = { ...row, theme: 'light', user_id: '01900000-0000-7000-8000-000000000002' }
    const { client } = showPage(<FooterChoices />)
    await waitFor(() => expect(client.getQueryData(['preferences', 'own'])).toBeDefined())
    expect(shownTheme()).toBe('dark')
  })
})
