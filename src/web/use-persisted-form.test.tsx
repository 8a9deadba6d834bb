// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useForm } from 'react-hook-form'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { storeTyped } from './typed-input.ts'
import { usePersistedForm } from './use-persisted-form.ts'

interface Draft {
  email: string
  password: string
  rememberMe: boolean
}
let discard: () => void
function Form() {
  const form = useForm<Draft>({ defaultValues: { rememberMe: true } })
  discard = usePersistedForm(form, 'sign-in', ['email', 'rememberMe'])
  return (
    <form>
      <input aria-label="Email" {...form.register('email')} />
      <input aria-label="Password" {...form.register('password')} />
      <input aria-label="Remember me" type="checkbox" {...form.register('rememberMe')} />
    </form>
  )
}
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } })
function reload(): void {
  cleanup()
  render(<Form />)
}

beforeEach(() => {
  sessionStorage.clear()
  render(<Form />)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('typed text survives a reload, but no password is stored', () => {
  type('Email', 'ann@example.org')
  type('Password', 'Correct-horse-7')
  fireEvent.click(field('Remember me'))
  expect(JSON.stringify(sessionStorage)).not.toContain('Correct-horse-7')
  reload()
  expect(field('Email').value).toBe('ann@example.org')
  expect(field('Password').value).toBe('')
  expect(field('Remember me').checked).toBe(false)
})

test('a sent form is deleted from the storage, and the next input is stored again', async () => {
  type('Email', 'ann@example.org')
  await act(async () => {
    discard()
    await new Promise((resolve) => setTimeout(resolve))
  })
  expect(sessionStorage.length).toBe(0)
  type('Email', 'bea@example.org')
  reload()
  expect(field('Email').value).toBe('bea@example.org')
})

test('a form keeps its input when another one is sent', () => {
  type('Email', 'ann@example.org')
  storeTyped('forgot', { email: 'bea@example.org' })
  storeTyped('forgot', null)
  reload()
  expect(field('Email').value).toBe('ann@example.org')
})

test('invalid stored data, or a browser without storage, leaves a working form', () => {
  for (const stored of ['{"sign-in":', '7', '{"sign-in":"ann"}']) {
    sessionStorage.setItem('savepoint.typed', stored)
    reload()
    expect(field('Email').value).toBe('')
  }
  type('Email', 'ann@example.org')
  vi.stubGlobal('sessionStorage', undefined)
  reload()
  type('Email', 'bea@example.org')
  expect(field('Email').value).toBe('bea@example.org')
})
