// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { GAME } from '#features/catalogue/catalogue.subject.ts'
import { MESSAGE } from '#features/messages/messages.subject.ts'
import { subjectRef } from '#shared/subject.ts'
import { declined, delayed, fakeServer, json, lastToast, showPage } from '#tests/browser/fake-server.tsx'
import { expectEscapeAsks } from '#tests/browser/typed-words.ts'
import { LazyReportDialog } from './reports.widgets.tsx'

const REPORT = 'POST /api/reports'
const ID = '01900000-0000-7000-8000-000000000009'
const { answers, sent, bodies } = fakeServer()

async function open(around: (dialog: React.ReactNode) => React.ReactNode = (dialog) => dialog) {
  const onClose = vi.fn()
  const request = { subject: subjectRef(MESSAGE, ID), name: 'the message by Juno' }
  const shown = showPage(around(<LazyReportDialog request={request} onClose={onClose} />))
  const dialog = within(await screen.findByRole('dialog', { name: 'Report the message by Juno' }))
  return { ...shown, dialog, onClose }
}
type Dialog = Awaited<ReturnType<typeof open>>['dialog']
const words = (dialog: Dialog) => dialog.getByRole<HTMLTextAreaElement>('textbox', { name: 'Anything to add?' })
const submit = (dialog: Dialog) => dialog.getByRole('button', { name: 'Report' })

test('a report asks for one of six reasons, and says who reads it', async () => {
  const { dialog, user } = await open()
  const reasons = within(dialog.getByRole('group', { name: 'What is wrong with it?' }))
  expect(reasons.getAllByRole('radio').map((one) => (one as HTMLInputElement).value)).toEqual([
    'spam',
    'harassment',
    'hate',
    'sexual',
    'spoiler',
    'other',
  ])
  expect(
    dialog.getByText(
      'Only the team of this site sees that it was you. Of your messages they see this one, and no other.',
    ),
  ).toBeDefined()
  await user.click(submit(dialog))
  expect(await reasons.findByText('Choose a reason')).toBeDefined()
  expect(sent(REPORT)).toEqual([])
})

test('a report is sent with reason and text, and thanks', async () => {
  const { dialog, user, onClose } = await open()
  const answer = delayed()
  answers[REPORT] = answer.answer
  await user.click(dialog.getByRole('radio', { name: /^Spam/ }))
  await user.type(words(dialog), '  Buy now  ')
  expect(dialog.getByText('7 / 500')).toBeDefined()
  await user.click(submit(dialog))
  await waitFor(() =>
    expect(bodies(REPORT)).toEqual([{ reason: 'spam', text: 'Buy now', item_type: 'message', item_id: ID }]),
  )
  await user.click(dialog.getByRole('button', { name: 'Reporting…' }))
  expect(onClose).not.toHaveBeenCalled()
  await answer.give(json(201, { report: {} }))
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(lastToast()).toMatchObject({
    title: 'Reported',
    description: 'Thank you. The team of this site will look at it, and you will hear how it ended.',
  })
  expect(sent(REPORT)).toHaveLength(1)
})

test('a text that is too long is refused before it is sent, and stays', async () => {
  const { dialog, user } = await open()
  await user.click(dialog.getByRole('radio', { name: /^Spam/ }))
  fireEvent.change(words(dialog), { target: { value: '🏆'.repeat(501) } })
  expect(dialog.getByText('501 / 500')).toBeDefined()
  await user.click(submit(dialog))
  expect(await dialog.findByText('500 characters or less')).toBeDefined()
  expect(words(dialog).getAttribute('aria-invalid')).toBe('true')
  expect(sent(REPORT)).toEqual([])
})

test('a failed report preserves reason and text, and can be sent again', async () => {
  const { dialog, user, onClose } = await open()
  answers[REPORT] = () => declined(429, 'Too many reports. Please wait.')
  await user.click(dialog.getByRole('radio', { name: /^Hate/ }))
  await user.type(words(dialog), 'Look at it')
  await user.click(submit(dialog))
  await waitFor(() =>
    expect(lastToast()).toMatchObject({
      title: 'Not reported',
      description: 'Too many reports. Please wait.',
      tone: 'danger',
    }),
  )
  expect(onClose).not.toHaveBeenCalled()
  expect(words(dialog).value).toBe('Look at it')
  expect(dialog.getByRole<HTMLInputElement>('radio', { name: /^Hate/ }).checked).toBe(true)
  answers[REPORT] = () => json(201, { report: {} })
  await user.click(submit(dialog))
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
})

test('a second report of the same closes the dialog: the first one counts', async () => {
  const { dialog, user, onClose } = await open()
  const sentence =
    'You have reported this already. The team of this site will look at it, and you will hear how it ended.'
  answers[REPORT] = () => declined(409, sentence, 'already_reported')
  await user.click(dialog.getByRole('radio', { name: /^Spam/ }))
  await user.click(submit(dialog))
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(lastToast()).toMatchObject({ title: 'Reported before', description: sentence })
  expect(lastToast()?.tone).toBeUndefined()
})

test('Cancel and Escape close it without a report', async () => {
  const { dialog, user, onClose } = await open()
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  await user.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalledTimes(2)
  expect(sent(REPORT)).toEqual([])
})

test('a report inside another form does not send that form', async () => {
  const submitted = vi.fn((event: React.FormEvent) => event.preventDefault())
  const { dialog, user } = await open((inner) => <form onSubmit={submitted}>{inner}</form>)
  await user.click(submit(dialog))
  await dialog.findByText('Choose a reason')
  expect(submitted).not.toHaveBeenCalled()
})

test('Escape asks before its text is lost', async () => {
  const { dialog, user, onClose } = await open()
  await expectEscapeAsks(words(dialog), 'Twice today')
  expect(onClose).not.toHaveBeenCalled()
  await user.clear(words(dialog))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
})

describe('a report of a wrong fact', () => {
  const FACTS = 'POST /api/reports/facts'
  async function openFacts() {
    const onClose = vi.fn()
    const request = { subject: subjectRef(GAME, 'igdb_1'), name: 'wrong data of Hades' }
    const shown = showPage(<LazyReportDialog request={request} onClose={onClose} />)
    const dialog = within(await screen.findByRole('dialog', { name: 'Report wrong data of Hades' }))
    return { ...shown, dialog, onClose }
  }

  test('asks what is wrong, what is right and where that stands, and sends it', async () => {
    const { dialog, user, onClose } = await openFacts()
    answers[FACTS] = () => json(201, { report: {} })
    const facts = within(dialog.getByRole('group', { name: 'What is wrong?' }))
    expect(facts.getAllByRole('radio').map((one) => (one as HTMLInputElement).value)).toEqual([
      'name',
      'date',
      'cover',
      'platforms',
      'other',
    ])
    await user.click(submit(dialog))
    expect(await dialog.findByText('Choose what is wrong')).toBeDefined()
    expect(dialog.getByText('Say what is wrong and what is right')).toBeDefined()
    await user.click(dialog.getByRole('radio', { name: 'Release date' }))
    await user.type(dialog.getByRole('textbox', { name: 'What is wrong, and what is right?' }), ' 2018 ')
    await user.type(dialog.getByRole('textbox', { name: 'Where does it say so?' }), 'a friend')
    await user.click(submit(dialog))
    expect(await dialog.findByText('An address that begins with https:// or http://')).toBeDefined()
    expect(sent(FACTS)).toEqual([])
    await user.clear(dialog.getByRole('textbox', { name: 'Where does it say so?' }))
    await user.type(dialog.getByRole('textbox', { name: 'Where does it say so?' }), 'https://hades.example')
    await user.click(submit(dialog))
    await waitFor(() =>
      expect(bodies(FACTS)).toEqual([
        { fact: 'date', text: '2018', source: 'https://hades.example', item_type: 'game', item_id: 'igdb_1' },
      ]),
    )
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  })

  test('keeps what was typed when it fails', async () => {
    const { dialog, user, onClose } = await openFacts()
    answers[FACTS] = () => declined(429, 'Too many reports. Please wait.')
    await user.click(dialog.getByRole('radio', { name: 'Cover' }))
    const text = dialog.getByRole<HTMLTextAreaElement>('textbox', { name: 'What is wrong, and what is right?' })
    await user.type(text, 'It is of part two')
    await user.click(submit(dialog))
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Not reported', tone: 'danger' }))
    expect(onClose).not.toHaveBeenCalled()
    expect(text.value).toBe('It is of part two')
  })
})
