// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { declined, fakeServer, json, lastToast, showPage, VIEWER } from '#tests/browser/fake-server.tsx'
import { ContactScreen } from './contact-form.tsx'

const SEND = 'POST /api/contact'
const { answers, bodies } = fakeServer()

beforeEach(() => sessionStorage.clear())

async function fill() {
  const user = userEvent.setup()
  await user.selectOptions(screen.getByLabelText('Topic'), 'Privacy')
  await user.type(screen.getByLabelText('Message'), 'Which data do you have?')
  await user.click(screen.getByRole('button', { name: 'Send message' }))
}

test('a member’s name and address are filled in; a sent message is confirmed with the documented sentence', async () => {
  answers[SEND] = () => json(200, { success: true })
  showPage(<ContactScreen />, { at: '/info/contact' })
  expect(screen.getByLabelText('Name')).toHaveProperty('value', VIEWER.display_name)
  expect(screen.getByLabelText('Email')).toHaveProperty('value', VIEWER.email)
  await fill()
  expect((await screen.findByRole('status')).textContent).toBe('Thanks! Your message has been sent.')
  expect(bodies(SEND)).toMatchObject([
    { name: 'Ann', email: 'ann@example.org', topic: 'Privacy', message: 'Which data do you have?', website: '' },
  ])
  await userEvent.click(screen.getByRole('button', { name: 'Write another message' }))
  expect(screen.getByLabelText('Message')).toHaveProperty('value', '')
})

test('a refused message stays in the form, and the reason is shown', async () => {
  answers[SEND] = () => declined(429, 'Too many messages. Please try again later.', 'rate_limit_exceeded')
  showPage(<ContactScreen />, { at: '/info/contact' })
  await fill()
  await screen.findByRole('button', { name: 'Send message' })
  await expect.poll(() => lastToast()?.description).toBe('Too many messages. Please try again later.')
  expect(screen.getByLabelText('Message')).toHaveProperty('value', 'Which data do you have?')
})

test('people neither see nor reach the honeypot', () => {
  showPage(<ContactScreen />, { at: '/info/contact' })
  const trap = screen.getByLabelText('Leave this empty')
  expect([trap.tabIndex, trap.closest('[aria-hidden]')?.className]).toEqual([-1, 'hidden'])
})
