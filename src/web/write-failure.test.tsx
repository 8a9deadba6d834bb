// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useForm } from 'react-hook-form'
import { afterEach, expect, test, vi } from 'vitest'
import { CallError } from './call.ts'
import { dismissToast, toastStore } from './ui/toasts.ts'
import { failureText, fieldProblemsOf, showFailure, showFieldProblems } from './write-failure.ts'

const refusal = (details: Record<string, unknown> = {}) => new CallError(400, { error: 'This is too long', details })

afterEach(() => {
  cleanup()
  dismissToast()
  vi.unstubAllGlobals()
})

test.each([
  ['a refusal', refusal()],
  ['an error that a refusal has caused', new Error('Not added', { cause: refusal() })],
])('%s is shown with the sentence of the server', (_, error) => {
  showFailure('Nothing was saved', error)
  expect(toastStore.get()).toMatchObject({
    title: 'Nothing was saved',
    description: 'This is too long',
    tone: 'danger',
  })
})

test('a bug is shown without its details, and reported', () => {
  const reported = vi.fn<(error: unknown) => void>()
  vi.stubGlobal('reportError', reported)
  const bug = new TypeError('games is undefined')
  showFailure('Nothing was saved', bug)
  expect(toastStore.get()?.description).toBe('Something went wrong.')
  expect(failureText(bug)).toBe('Something went wrong.')
  expect(reported).toHaveBeenCalledExactlyOnceWith(bug)
})

test('of the details of a refusal only sentences belong to fields', () => {
  expect(fieldProblemsOf(refusal({ title: 'Too long', gameIds: ['igdb_1'] }))).toEqual({ title: 'Too long' })
  expect(fieldProblemsOf(new Error('Lost'))).toEqual({})
})

let isShown: boolean
function Form({ error }: { error: unknown }) {
  const form = useForm<{ title: string; text: string }>()
  const { errors } = form.formState
  const submit = form.handleSubmit(() => {
    isShown = showFieldProblems(form, error, ['title', 'text'])
  })
  return (
    <form onSubmit={submit}>
      <input aria-label="Title" {...form.register('title')} />
      <p>{errors.title?.message}</p>
      <input aria-label="Text" {...form.register('text')} />
      <p>{errors.text?.message}</p>
      <button type="submit">Save</button>
    </form>
  )
}

test('the sentences of a refusal stand at their fields, and the first wrong field has the focus', async () => {
  render(<Form error={refusal({ text: 'Too short', title: 'Too long' })} />)
  fireEvent.click(screen.getByRole('button'))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Title')))
  expect(screen.getByText('Too long')).toBeTruthy()
  expect(screen.getByText('Too short')).toBeTruthy()
  expect(isShown).toBe(true)
})

test('a refusal that names no field of the form is left to the caller', async () => {
  isShown = true
  render(<Form error={refusal({ year: 'Too early' })} />)
  fireEvent.click(screen.getByRole('button'))
  await waitFor(() => expect(isShown).toBe(false))
})
