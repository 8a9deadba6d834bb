// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { CONSENT_COOKIE } from '#shared/consent.ts'
import { fakeServer, json, showPage } from '#tests/browser/fake-server.tsx'
import { saveConsent } from '#web/consent.ts'
import { consentLevel, ownConsent, readStored, store } from '#web/consented-storage.ts'
import { writeCookie } from '#web/preference-cookies.ts'
import { consentBarState } from './consent-bar-state.ts'
import { countOpenedPage } from './count-pages.ts'
import { FooterChoices } from './footer-choices.widgets.tsx'
import { BetaBanner, Consent } from './preferences.widgets.tsx'

const COUNT = 'POST /api/page-views'
const { answers, sent, bodies } = fakeServer()

beforeEach(() => {
  for (const name of [CONSENT_COOKIE, 'theme', 'beta']) writeCookie(name, '', 0)
  localStorage.clear()
  sessionStorage.clear()
  consentBarState.set(null)
})
afterEach(() => act(() => consentBarState.set(null)))

const bar = () => screen.findByRole('region', { name: 'Cookies' })
const isGone = () => waitFor(() => expect(screen.queryByRole('region', { name: 'Cookies' })).toBeNull())
const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name: new RegExp(`^${name}`) })
const ticked = () => ['Essential', 'Functional', 'Analytics'].map((name) => box(name).checked)

describe('the consent bar', () => {
  test('asks on the first visit, says so to screen readers, and takes no focus', async () => {
    showPage(<Consent />, { viewer: null })
    const question = within(await bar())
    expect(await question.findByText('Cookies: please choose what this browser may store.')).toBeDefined()
    expect(question.getAllByRole('button').map((one) => one.textContent)).toEqual([
      'Accept all',
      'Only essential',
      'Customise',
    ])
    expect(document.activeElement).toBe(document.body)
    expect(ownConsent()).toBeNull()
  })

  test.each([
    ['Accept all', 'all'],
    ['Only essential', 'essential'],
  ])('%s stores the choice and closes it; it does not ask again', async (name, level) => {
    const { user } = showPage(<Consent />, { viewer: null })
    await user.click(within(await bar()).getByRole('button', { name }))
    await isGone()
    expect(consentLevel()).toBe(level)
    showPage(<Consent />, { viewer: null })
    await isGone()
    expect(consentBarState.get()).toBeNull()
  })

  test('a first question is not answered by Escape', async () => {
    const { user } = showPage(<Consent />, { viewer: null })
    within(await bar())
      .getByRole('button', { name: 'Customise' })
      .focus()
    await user.keyboard('{Escape}')
    expect(consentBarState.get()).toBe('first')
  })

  test('each level includes the lower ones, and so do the boxes', async () => {
    const { user } = showPage(<Consent />, { viewer: null })
    await user.click(within(await bar()).getByRole('button', { name: 'Customise' }))
    expect(ticked()).toEqual([true, false, false])
    expect(box('Essential').disabled).toBe(true)
    await user.click(box('Analytics'))
    expect(ticked()).toEqual([true, true, true])
    await user.click(box('Analytics'))
    expect(ticked()).toEqual([true, true, false])
    await user.click(box('Analytics'))
    await user.click(box('Functional'))
    expect(ticked()).toEqual([true, false, false])
    await user.click(box('Functional'))
    expect(screen.queryByRole('button', { name: 'Close' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Save choice' }))
    await isGone()
    expect(consentLevel()).toBe('functional')
  })

  test('lists everything that may be stored, with its purpose and how long', async () => {
    const { user } = showPage(<Consent />, { viewer: null })
    await user.click(within(await bar()).getByRole('button', { name: 'Customise' }))
    const items = screen.getAllByRole('listitem', { hidden: true }).map((one) => one.textContent)
    expect(items.length).toBeGreaterThan(8)
    expect(items.find((text) => text?.startsWith(CONSENT_COOKIE))).toContain('1 year')
    for (const text of items) expect(text).toMatch(/ · (essential|functional|analytics), .+: .+\.$/)
  })

  test('opens again from the footer with the current choice, takes the focus, and Escape returns it', async () => {
    saveConsent('functional')
    const { user } = showPage(
      <>
        <FooterChoices />
        <Consent />
      </>,
      { viewer: null },
    )
    const opener = screen.getByRole('button', { name: 'Cookie settings' })
    await user.click(opener)
    const again = await bar()
    await waitFor(() => expect(document.activeElement).toBe(again))
    expect(ticked()).toEqual([true, true, false])
    await user.click(box('Analytics'))
    await user.keyboard('{Escape}')
    await isGone()
    expect(document.activeElement).toBe(opener)
    expect(consentLevel()).toBe('functional')
    await user.click(opener)
    await user.click(within(await bar()).getByRole('button', { name: 'Close' }))
    await isGone()
  })

  test('a choice in another place closes it', async () => {
    showPage(<Consent />, { viewer: null })
    await bar()
    act(() => saveConsent('essential'))
    await isGone()
  })

  test('withdrawn consent deletes what it had allowed', async () => {
    saveConsent('functional')
    store('savepoint.games', ['igdb_1'])
    expect(localStorage.length).toBe(1)
    act(() => saveConsent('essential'))
    expect(localStorage.length).toBe(0)
    expect(readStored('savepoint.games')).toBeNull()
  })
})

describe('counting pages', () => {
  test('sends nothing without analytics consent', () => {
    saveConsent('functional')
    expect(countOpenedPage('/game/:gameId')).toBe(false)
    expect(sent(COUNT)).toEqual([])
  })

  test('sends the route with it, and a failure concerns nobody', async () => {
    saveConsent('all')
    answers[COUNT] = () => json(500, {})
    expect(countOpenedPage('/game/:gameId')).toBe(true)
    await waitFor(() => expect(bodies(COUNT)).toEqual([{ page: '/game/:gameId' }]))
  })
})

test('the notice of the beta stays closed, moves the focus to the page, and is stored once that is allowed', async () => {
  const { user } = showPage(
    <>
      <BetaBanner />
      <main id="main" tabIndex={-1} />
    </>,
    { viewer: null },
  )
  await user.click(await screen.findByRole('button', { name: 'Close the beta notice' }))
  expect(screen.queryByRole('region', { name: 'Beta' })).toBeNull()
  expect(document.activeElement?.id).toBe('main')
  expect(document.cookie).not.toContain('beta=closed')
  act(() => saveConsent('functional'))
  expect(document.cookie).toContain('beta=closed')
})
