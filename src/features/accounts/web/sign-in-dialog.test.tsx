// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { json, VIEWER } from '#tests/browser/fake-server.tsx'
import { discardCsrfToken } from '#web/call.ts'
import { EnvContext } from '#web/page.ts'
import { createQueryClient } from '#web/query-client.ts'
import { accountsKeys } from './accounts.api.ts'
import { SecondStepForm } from './second-step-form.tsx'
import { SignInDialog } from './session-host.widgets.tsx'
import type { SignInDialogProps } from './sign-in-dialog.tsx'

const done = vi.fn()
let isGuarded: boolean
let secondStep: () => Response
const entered = () => json(200, { user: VIEWER, session: { expiresAt: '2026-12-21' }, profile: null })
const wrongCode = () => json(401, { error: 'No', code: 'invalid_code', details: { code: 'Not right' }, requestId: 'r' })
const over = () => json(401, { error: 'Run out', code: 'second_step_over', requestId: 'r' })

beforeEach(() => {
  isGuarded = false
  sessionStorage.clear()
  done.mockClear()
  vi.stubGlobal('fetch', async (path: string) => {
    if (path === '/api/auth/csrf') return json(200, { success: true, csrfToken: 't' })
    if (path === '/api/auth/providers')
      return json(200, { google: false, name: 'Google', password: true, providers: [] })
    if (path === '/api/auth/signin' && isGuarded)
      return json(200, { user: null, session: null, profile: null, second_factor: true })
    if (path === '/api/auth/signin/second-step') return secondStep()
    if (path === '/api/auth/signin')
      return json(200, { user: VIEWER, session: { expiresAt: '2026-12-21' }, profile: { ...VIEWER, settings: {} } })
    return json(404, {})
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  discardCsrfToken()
})

function Thread(props: Partial<SignInDialogProps>) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Like
      </button>
      <SignInDialog {...props} open={isOpen} onOpenChange={setOpen} onSuccess={done} />
    </>
  )
}
async function open(props: Partial<SignInDialogProps> = {}) {
  const client = createQueryClient()
  client.setQueryData(accountsKeys.session, { user: null, session: null, authenticated: false })
  const router = createMemoryRouter([{ path: '*', element: <Thread {...props} /> }], {
    initialEntries: ['/forum/thread/7?page=2'],
  })
  const env = { client, productName: 'Savepoint', demo: null, origin: 'http://here.example', renderedAt: 0 }
  render(
    <EnvContext value={env}>
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </EnvContext>,
  )
  await like()
  return router
}
const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })))
async function like() {
  fireEvent.click(screen.getByText('Like'))
  await screen.findByRole('dialog', {}, { timeout: 10_000 })
}

async function submit(): Promise<void> {
  const button = screen.getAllByRole('button', { name: 'Sign In' }).find((one) => one.getAttribute('type') === 'submit')
  await act(async () => void fireEvent.click(button as HTMLElement))
}
async function typePassword(): Promise<void> {
  await act(async () => {
    fireEvent.change(screen.getByLabelText('Email'), { target: { value: 'ann@example.org' } })
    fireEvent.change(screen.getByLabelText('Password', { selector: 'input' }), { target: { value: 'Abcdefg1' } })
  })
  await submit()
}
async function typeCode(code: string): Promise<void> {
  await act(async () => void fireEvent.change(screen.getByLabelText('Code'), { target: { value: code } }))
  await submit()
}

test('the dialog has two tabs, a title for each, a sentence, and a link to the page [R-AUTH-18, R-AUTH-19, R-AUTH-20]', async () => {
  await open()
  expect(screen.getByRole('dialog', { name: 'Sign In Required' })).toBeDefined()
  expect(screen.getByText('You need to be signed in to continue.')).toBeDefined()
  expect(screen.queryByLabelText('Username')).toBeNull()
  await press('Sign Up')
  expect(screen.getByRole('dialog', { name: 'Sign Up Required' })).toBeDefined()
  expect(screen.getByLabelText('Username')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Go to sign-up page' }).getAttribute('href')).toBe(
    `/signup?redirect=${encodeURIComponent('/forum/thread/7?page=2')}`,
  )
})

test('the caller may set title and description [R-AUTH-22]', async () => {
  await open({ title: 'Sign in to like', description: 'To like this post.' })
  expect(screen.getByRole('dialog', { name: 'Sign in to like' })).toBeDefined()
  expect(screen.getByText('To like this post.')).toBeDefined()
})

test('the dialog reopens with its default tab; signing in closes it and stays on the page [R-AUTH-21]', async () => {
  const router = await open()
  await press('Sign Up')
  await press('Close')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await like()
  expect(screen.getByRole('dialog', { name: 'Sign In Required' })).toBeDefined()
  await typePassword()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(done).toHaveBeenCalledOnce()
  expect(router.state.location.pathname).toBe('/forum/thread/7')
})

test('with a second factor the same dialog asks for the code, and calls back only after it', async () => {
  isGuarded = true
  await open()
  await typePassword()
  await screen.findByRole('dialog', { name: 'One more step' })
  expect(done).not.toHaveBeenCalled()
  secondStep = wrongCode
  await typeCode('000000')
  await screen.findByText('Not right')
  expect(done).not.toHaveBeenCalled()
  secondStep = entered
  await typeCode('123456')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(done).toHaveBeenCalledOnce()
})

test('the field of the code has the focus at once, before a dialog could take it', () => {
  const client = createQueryClient()
  const router = createMemoryRouter([{ path: '*', element: <SecondStepForm target={null} onOver={done} /> }])
  const env = { client, productName: 'Savepoint', demo: null, origin: 'http://here.example', renderedAt: 0 }
  render(
    <EnvContext value={env}>
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </EnvContext>,
  )
  expect(document.activeElement).toBe(screen.getByLabelText('Code'))
})

test('an expired second step starts over', async () => {
  isGuarded = true
  await open()
  await typePassword()
  await screen.findByRole('dialog', { name: 'One more step' })
  secondStep = over
  await typeCode('123456')
  await screen.findByRole('dialog', { name: 'Sign In Required' })
  expect(done).not.toHaveBeenCalled()
})
