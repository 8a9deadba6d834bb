// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { declined, fakeServer, json, lastToast, showPage } from '#tests/browser/fake-server.tsx'
import { HoldRulesForm } from './hold-rules-form.tsx'

const SAVE = 'PUT /api/admin/hold-rules'
const { answers, bodies } = fakeServer()

const open = (more: object = {}) =>
  showPage(
    <HoldRulesForm
      found={{
        rules: { first_texts: 3, first_days: 0, link_days: 0, words: ['cheap keys'] },
        forum_hold_links: false,
        ...more,
      }}
    />,
  )
const words = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Words and phrases' })

test('the rules are shown and saved, one word or phrase per line', async () => {
  answers[SAVE] = () => json(200, { success: true })
  const { user } = open()
  expect(words().value).toBe('cheap keys')
  const [firstDays] = screen.getAllByLabelText('For accounts younger than (days)')
  await user.clear(firstDays as HTMLElement)
  await user.type(firstDays as HTMLElement, '7')
  await user.type(words(), '{Enter}{Enter}casino')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(bodies(SAVE)).toEqual([{ first_texts: 3, first_days: 7, link_days: 0, words: ['cheap keys', 'casino'] }]),
  )
  await waitFor(() => expect(lastToast()?.title).toBe('Rules saved'))
})

test('a wrong word is shown at the list of words, and what was typed stays', async () => {
  const sentence = 'This word is too long'
  answers[SAVE] = () => json(400, { error: sentence, code: 'validation_failed', details: { 'words.1': sentence } })
  const { user } = open()
  await user.type(words(), '{Enter}a very long one')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText(sentence)).toBeDefined()
  expect(words().getAttribute('aria-invalid')).toBe('true')
  expect(words().value).toBe('cheap keys\na very long one')
})

test('another refusal is a toast', async () => {
  answers[SAVE] = () => declined(403, 'Only admins do this', '42501')
  const { user } = open()
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(lastToast()).toMatchObject({ title: 'The rules were not saved', description: 'Only admins do this' }),
  )
})

test('the form says that a setting holds links in addition', () => {
  open({ forum_hold_links: true })
  expect(screen.getByText(/^FORUM_HOLD_LINKS is on/)).toBeDefined()
})
