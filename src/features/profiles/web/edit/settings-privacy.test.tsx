// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetCsrfToken } from '#web/call.ts'
import { createQueryClient } from '#web/query-client.ts'
import { ownProfileQuery } from './profile-edit.api.ts'
import { SettingsPrivacy } from './settings-privacy.tsx'

beforeEach(() => {
  // Nothing is answered: what is seen is what is shown before.
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  forgetCsrfToken()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('what is chosen shows in the same frame, also while it is being fetched anew', async () => {
  const client = createQueryClient()
  const settings = { visibility: 'public', sections: {}, presence: true, shareActivity: true }
  client.setQueryData(ownProfileQuery().queryKey, { settings } as never)
  render(
    <QueryClientProvider client={client}>
      <SettingsPrivacy />
    </QueryClientProvider>,
  )
  void client.invalidateQueries({ queryKey: ownProfileQuery().queryKey })
  const presence = screen.getByRole('switch', { name: /^Show when I am online/ }) as HTMLInputElement
  expect(presence.checked).toBe(true)
  await act(async () => {
    fireEvent.click(presence)
    // No timer runs before the next picture.
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve()
  })
  expect(presence.checked).toBe(false)
})
