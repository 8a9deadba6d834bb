// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { NEW_COMMENT } from '#features/comments/comments.notifications.ts'
import { NEW_REACTION } from '#features/reactions/reactions.notifications.ts'
import { connectTransport } from '#web/call.ts'
import { createQueryClient } from '#web/query-client.ts'
import { fill, installContributions } from '#web/slots.tsx'
import { dismissToast, toastStore } from '#web/ui/toasts.ts'
import { switchesQuery } from './notifications.api.ts'
import { notificationKinds } from './notifications.slots.ts'
import { deliveryQuery } from './push/delivery.api.ts'
import { SettingsNotifications } from './settings-notifications.tsx'

const DELIVERY = {
  delivery: { push: {}, quiet: null, shows_messages: false, mail: {}, digest: 'off' as const, mails_soon: false },
  public_key: 'key',
  endpoints: [],
  mail_state: 'ready' as const,
}

let restore = () => {}
beforeEach(() => {
  restore = installContributions([fill(notificationKinds, NEW_COMMENT), fill(notificationKinds, NEW_REACTION)])
})

afterEach(() => {
  restore()
  cleanup()
  dismissToast()
})

test('a switch that cannot be saved shows a toast and rolls back, also when another switch has been pressed since', async () => {
  let switches: Record<string, boolean> = { reaction: true, comment: true }
  const answers: ((status: number) => void)[] = []
  const client = createQueryClient()
  connectTransport(client, async ({ method, path }, { body }) => {
    if (path.endsWith('/delivery')) return { status: 200, body: DELIVERY }
    if (method === 'GET') return { status: 200, body: { switches } }
    const status = await new Promise<number>((resolve) => answers.push(resolve))
    if (status === 200) switches = { ...switches, ...(body as object) }
    return { status, body: status === 200 ? { switches } : { error: 'Broken', requestId: 'r' } }
  })
  client.setQueryData(switchesQuery().queryKey, switches)
  client.setQueryData(deliveryQuery().queryKey, DELIVERY)
  render(
    <QueryClientProvider client={client}>
      <SettingsNotifications />
    </QueryClientProvider>,
  )
  const box = (name: string) => screen.getByRole<HTMLInputElement>('switch', { name: `${name}: Here` })
  await userEvent.click(box('Reactions'))
  await userEvent.click(box('Comments'))
  await waitFor(() => expect(answers).toHaveLength(1))
  answers[0]?.(422)
  await waitFor(() => expect(toastStore.get()).not.toBeNull())
  expect(toastStore.get()?.title).not.toBe('Notifications saved')
  await waitFor(() => expect(answers).toHaveLength(2))
  answers[1]?.(200)
  await waitFor(() => expect(toastStore.get()?.title).toBe('Notifications saved'))
  expect([box('Reactions').checked, box('Comments').checked]).toEqual([true, false])
})
