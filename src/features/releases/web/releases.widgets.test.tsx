// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { declined, fakeServer, json, lastToast, showPage } from '#tests/browser/fake-server.tsx'
import { CalendarLink } from './releases.widgets.tsx'

const LINK = '/api/releases/calendar'
const { answers } = fakeServer()
const ONE = { address: '/releases.ics?token=one' }

function show(link: { address: string | null }) {
  answers[`GET ${LINK}`] = () => json(200, link)
  answers['GET /api/releases/platforms'] = () => json(200, { platforms: [{ id: 167, name: 'PlayStation 5' }] })
  return showPage(<CalendarLink />)
}
const shown = async () =>
  (await screen.findByRole<HTMLInputElement>('textbox', { name: 'Address of your calendar' })).value

test('a member creates the address, renews it and deletes it', async () => {
  const { user } = show({ address: null })
  answers[`POST ${LINK}`] = () => json(200, ONE)
  await user.click(await screen.findByRole('button', { name: 'Create an address' }))
  expect(await shown()).toBe('http://here.example/releases.ics?token=one')
  answers[`POST ${LINK}`] = () => json(200, { address: '/releases.ics?token=two' })
  await user.click(screen.getByRole('button', { name: 'New address' }))
  await expect.poll(shown).toContain('token=two')
  expect(lastToast()?.title).toBe('New address; the old one no longer works')
  answers[`DELETE ${LINK}`] = () => json(204)
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  await screen.findByRole('button', { name: 'Create an address' })
})

test('the address may be of one platform', async () => {
  const { user } = show(ONE)
  await shown()
  await user.selectOptions(screen.getByRole('combobox', { name: 'Platform of the calendar' }), 'PS5')
  expect(await shown()).toBe('http://here.example/releases.ics?token=one&platform=167')
  expect(screen.getByRole('link', { name: 'Subscribe' }).getAttribute('href')).toBe(
    'webcal://here.example/releases.ics?token=one&platform=167',
  )
})

test('an address that could not be renewed stays, and a toast says so', async () => {
  const { user } = show(ONE)
  answers[`POST ${LINK}`] = () => declined(400, 'No')
  await shown()
  await user.click(screen.getByRole('button', { name: 'New address' }))
  await expect.poll(() => lastToast()?.title).toBe('The address could not be changed. Please try again.')
  expect(await shown()).toBe('http://here.example/releases.ics?token=one')
})
