// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { fakeServer, showPage } from '#tests/browser/fake-server.tsx'
import { InstallOffer } from './install-offer.widgets.tsx'

fakeServer()

const VISITS = 'savepoint.visits'
const visits = () => JSON.parse(sessionStorage.getItem(VISITS) ?? 'null')
const wasHere = (days: number, more: object = {}) =>
  sessionStorage.setItem(VISITS, JSON.stringify({ days, last: '2020-01-01', isOffered: false, ...more }))
const TITLE = 'Savepoint as an app'

/** What a browser sends that can install the site. */
function offerOfBrowser() {
  const prompt = vi.fn(async () => {})
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt })
  act(() => void dispatchEvent(event))
  return { prompt, event }
}

beforeEach(() => sessionStorage.clear())

test('the third day brings the offer, and Install asks the browser', async () => {
  wasHere(2)
  showPage(<InstallOffer />)
  const { prompt, event } = offerOfBrowser()
  expect(event.defaultPrevented).toBe(true)
  expect(screen.getByRole('complementary', { name: TITLE })).toBeTruthy()
  expect(visits()).toMatchObject({ days: 3, isOffered: true })
  await userEvent.click(screen.getByRole('button', { name: 'Install' }))
  expect(prompt).toHaveBeenCalledOnce()
  expect(screen.queryByRole('complementary')).toBeNull()
})

test('a second visit has none, and a day counts once', () => {
  showPage(<InstallOffer />)
  showPage(<InstallOffer />)
  expect(visits()).toMatchObject({ days: 1, isOffered: false })
  wasHere(1)
  showPage(<InstallOffer />)
  expect(offerOfBrowser().event.defaultPrevented).toBe(false)
  expect(visits()).toMatchObject({ days: 2, isOffered: false })
})

test('it never comes twice', () => {
  wasHere(7, { isOffered: true })
  showPage(<InstallOffer />)
  expect(offerOfBrowser().event.defaultPrevented).toBe(false)
  expect(screen.queryByRole('complementary')).toBeNull()
})

test('"Not now" ends it', async () => {
  wasHere(2)
  showPage(<InstallOffer />)
  const { prompt } = offerOfBrowser()
  await userEvent.click(screen.getByRole('button', { name: 'Not now' }))
  expect(screen.queryByRole('complementary')).toBeNull()
  expect(prompt).not.toHaveBeenCalled()
})

test('a stored value that is damaged counts as a first visit', () => {
  sessionStorage.setItem(VISITS, '"many"')
  showPage(<InstallOffer />)
  expect(visits()).toMatchObject({ days: 1, isOffered: false })
})
