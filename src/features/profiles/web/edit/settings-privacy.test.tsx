// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { connectTransport } from '#web/call.ts'
import { createQueryClient } from '#web/query-client.ts'
import { dismissToast, toastStore } from '#web/ui/toasts.ts'
import type { OwnProfileRecord } from '../../profile-edit.contract.ts'
import { ownProfileQuery } from './profile-edit.api.ts'
import { SettingsPrivacy } from './settings-privacy.tsx'

type Settings = OwnProfileRecord['settings']

let client: ReturnType<typeof createQueryClient>
let settings: Settings
/** Each function sends the response to the oldest pending change. */
let answers: ((status?: number) => void)[]

beforeEach(() => {
  settings = { visibility: 'public', sections: {}, presence: true, shareActivity: true, spoilers: 'marked' } as Settings
  answers = []
  client = createQueryClient()
  const profile = () => ({ id: 'a', username: 'ann', settings })
  connectTransport(client, async ({ method }, { body }) => {
    if (method === 'GET') return { status: 200, body: { profile: profile() } }
    const status = await new Promise<number>((resolve) => answers.push((status = 200) => resolve(status)))
    if (status === 200) settings = { ...settings, ...(body as { settings: Settings }).settings }
    return { status, body: status === 200 ? { profile: profile() } : { error: 'Broken', requestId: 'r' } }
  })
  client.setQueryData(ownProfileQuery().queryKey, profile() as OwnProfileRecord)
  render(
    <QueryClientProvider client={client}>
      <SettingsPrivacy />
    </QueryClientProvider>,
  )
})
afterEach(() => {
  cleanup()
  dismissToast()
})

const box = (name: string) => screen.getByRole<HTMLInputElement>('switch', { name: new RegExp(`^${name}`) })
const respond = async (status?: number) => {
  await waitFor(() => expect(answers).not.toEqual([]))
  answers.shift()?.(status)
}
const toastShown = () => waitFor(() => expect(toastStore.get()).not.toBeNull())

test('a choice is shown in the same frame, also while the data are fetched again', async () => {
  const presence = box('Show when I am online')
  void client.invalidateQueries({ queryKey: ownProfileQuery().queryKey })
  presence.click()
  // Only microtasks run, as before the next frame.
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
  expect(presence.checked).toBe(false)
  await respond()
  await toastShown()
  expect(presence.checked).toBe(false)
})

test('the response to an earlier change does not undo a later choice', async () => {
  const user = userEvent.setup()
  await user.click(box('Share my activity'))
  await user.click(box('Show when I am online'))
  await respond()
  await toastShown()
  expect(box('Show when I am online').checked).toBe(false)
  await respond()
  await waitFor(() => expect(settings).toMatchObject({ shareActivity: false, presence: false }))
  expect(box('Share my activity').checked).toBe(false)
})

test('a switch folds everything that was written further, and the lists are fetched again', async () => {
  const LIST = ['activity', 'feed']
  client.setQueryData(LIST, { activities: [] })
  await userEvent.click(box('Fold everything written further than I am'))
  expect(box('Fold everything written further than I am').checked).toBe(true)
  expect(client.getQueryState(LIST)?.isInvalidated).toBe(false)
  await respond()
  await waitFor(() => expect(client.getQueryState(LIST)?.isInvalidated).toBe(true))
  expect(settings.spoilers).toBe('further')
  await userEvent.click(box('Fold everything written further than I am'))
  await respond()
  await waitFor(() => expect(settings.spoilers).toBe('marked'))
})

test('a failed save shows an error and is rolled back', async () => {
  await userEvent.click(box('Show when I am online'))
  await respond(422)
  await toastShown()
  await waitFor(() => expect(box('Show when I am online').checked).toBe(true))
})

test('Undo restores the value that it names', async () => {
  await userEvent.click(box('Show when I am online'))
  await respond()
  await waitFor(() => expect(toastStore.get()?.undo).toBeDefined())
  toastStore.get()?.undo?.()
  await waitFor(() => expect(box('Show when I am online').checked).toBe(true))
  await respond()
  await waitFor(() => expect(settings.presence).toBe(true))
  expect(toastStore.get()?.undo).toBeUndefined()
})
