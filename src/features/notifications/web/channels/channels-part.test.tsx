// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { declined, fakeServer, json, showPage } from '#tests/browser/fake-server.tsx'
import { toastStore } from '#web/ui/toasts.ts'
import { CHANNEL_DIALOG, CHANNELS_TEXTS } from '../../channel-settings.texts.ts'
import type { NotificationChannel } from '../../channels.contract.ts'
import { CHANNEL_REFUSALS } from '../../channels.texts.ts'
import { ChannelsPart } from './channels-part.tsx'

const server = fakeServer()
const DISCORD = {
  id: '019a0000-0000-7000-8000-000000000001',
  channel: 'discord',
  host: 'discord.com',
  created_at: '2026-11-20T10:00:00Z',
  is_paused: false,
  problem: null,
} as NotificationChannel

test('a channel is added with the reason shown at its address until a test arrives', async () => {
  server.answers['GET /api/notifications/channels'] = () => json(200, { channels: [] })
  server.answers['POST /api/notifications/channels'] = () =>
    declined(400, 'No answer', 'channel_failed', { details: { address: 'No answer' } })
  showPage(<ChannelsPart />)
  await userEvent.click(await screen.findByRole('button', { name: CHANNELS_TEXTS.add }))
  const dialog = await screen.findByRole('dialog')
  await userEvent.selectOptions(within(dialog).getByLabelText(CHANNEL_DIALOG.service), 'discord')
  expect(within(dialog).queryByLabelText(CHANNEL_DIALOG.token)).toBeNull()
  const address = within(dialog).getByLabelText(CHANNEL_DIALOG.address)
  await userEvent.type(address, 'https://discord.com/channels/1')
  await userEvent.click(within(dialog).getByRole('button', { name: CHANNEL_DIALOG.save }))
  expect(await within(dialog).findByText(CHANNEL_REFUSALS.address.discord)).toBeTruthy()
  await userEvent.clear(address)
  await userEvent.type(address, 'https://discord.com/api/webhooks/1/a')
  await userEvent.click(within(dialog).getByRole('button', { name: CHANNEL_DIALOG.save }))
  expect(await within(dialog).findByText('No answer')).toBeTruthy()
  server.answers['POST /api/notifications/channels'] = () => json(201, { channel: DISCORD })
  await userEvent.click(within(dialog).getByRole('button', { name: CHANNEL_DIALOG.save }))
  await waitFor(() => expect(toastStore.get()?.title).toBe(CHANNEL_DIALOG.saved('Discord')))
  expect(await screen.findByText('discord.com')).toBeTruthy()
})

test('a paused channel says why, and a test that arrives turns it on', async () => {
  const paused = { ...DISCORD, is_paused: true, problem: 'It is gone' }
  server.answers['GET /api/notifications/channels'] = () => json(200, { channels: [paused] })
  server.answers[`POST /api/notifications/channels/${DISCORD.id}/test`] = () => json(200, { channel: DISCORD })
  showPage(<ChannelsPart />)
  expect(await screen.findByText(CHANNELS_TEXTS.paused('It is gone'))).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: `${CHANNELS_TEXTS.test}: Discord, discord.com` }))
  await waitFor(() => expect(screen.queryByText(CHANNELS_TEXTS.paused('It is gone'))).toBeNull())
})
