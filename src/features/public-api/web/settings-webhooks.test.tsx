// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { POST_FAILURE_TEXTS } from '#shared/post-failures.texts.ts'
import { declined, fakeServer, json, lastToast, NOW, showPage } from '#tests/browser/fake-server.tsx'
import { discardTyped, expectEscapeAsks } from '#tests/browser/typed-words.ts'
import type { Delivery, Webhook } from '../webhooks.contract.ts'
import { MAX_WEBHOOKS } from '../webhooks.rules.ts'
import { WEBHOOK_TEXTS } from '../webhooks.texts.ts'
import { SettingsWebhooks } from './settings-webhooks.tsx'

const ID = '0197a1b2-0000-7000-8000-0000000000b1'
const URL = 'https://deck.example.org/hook'
const SECRET = `whsec_${'a'.repeat(43)}=`
const ago = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000).toISOString()
const delivery = (more: Partial<Delivery> = {}) =>
  ({
    id: '0197a1b2-0000-7000-8000-0000000000d1',
    type: 'ping',
    state: 'delivered',
    attempts: 1,
    created_at: ago(6),
    last_attempt_at: ago(5),
    next_attempt_at: null,
    last_status: 200,
    last_failure: null,
    ...more,
  }) as Delivery
const webhook = (more: Partial<Webhook> = {}) =>
  ({
    id: ID,
    url: URL,
    events: ['library.changed'],
    created_at: ago(60),
    is_paused: false,
    last_delivery: delivery(),
    ...more,
  }) as Webhook

const server = fakeServer()
let stored: Webhook[]
let sent: Delivery[]
beforeEach(() => {
  stored = []
  sent = [delivery()]
  server.answers['GET /api/webhooks'] = () => json(200, { webhooks: stored })
  server.answers['POST /api/webhooks'] = () => {
    stored = [webhook()]
    return json(201, { webhook: stored[0], secret: SECRET })
  }
  server.answers[`GET /api/webhooks/${ID}/deliveries`] = () => json(200, { deliveries: sent })
  server.answers[`DELETE /api/webhooks/${ID}`] = () => {
    stored = []
    return json(204)
  }
})
const press = async (user: ReturnType<typeof showPage>['user'], name: string | RegExp) =>
  user.click(await screen.findByRole('button', { name }))

test('a webhook is created with what the member chooses, and its secret is shown once', async () => {
  const { user } = showPage(<SettingsWebhooks />)
  expect(await screen.findByText(WEBHOOK_TEXTS.none)).toBeTruthy()
  await press(user, 'New webhook')
  const dialog = await screen.findByRole('dialog')
  await user.type(within(dialog).getByLabelText('Address'), 'my server')
  await user.click(within(dialog).getByRole('checkbox', { name: /Library changed/ }))
  await press(user, 'Create webhook')
  expect(await within(dialog).findByText(WEBHOOK_TEXTS.urlWrong)).toBeTruthy()
  expect(within(dialog).getByText(WEBHOOK_TEXTS.eventRequired)).toBeTruthy()
  expect(server.sent('POST /api/webhooks')).toEqual([])
  await user.clear(within(dialog).getByLabelText('Address'))
  await user.type(within(dialog).getByLabelText('Address'), URL)
  await user.click(within(dialog).getByRole('checkbox', { name: /Review/ }))
  await press(user, 'Create webhook')
  const field = await screen.findByLabelText<HTMLInputElement>('Secret')
  expect(field.value).toBe(SECRET)
  expect(server.bodies('POST /api/webhooks')).toEqual([{ url: URL, events: ['review.changed'] }])
  await press(user, 'Done')
  await waitFor(() => expect(screen.queryByLabelText('Secret')).toBeNull())
  expect(await screen.findByText(URL)).toBeTruthy()
})

test('a list says of each webhook how its last call went', async () => {
  stored = [
    webhook(),
    webhook({
      id: `${ID.slice(0, -1)}2` as never,
      last_delivery: delivery({ last_failure: 'timeout', last_status: null }),
    }),
    webhook({ id: `${ID.slice(0, -1)}3` as never, last_delivery: null }),
    webhook({ id: `${ID.slice(0, -1)}4` as never, is_paused: true }),
  ]
  showPage(<SettingsWebhooks />)
  const rows = within(await screen.findByRole('list', { name: 'Webhooks' })).getAllByRole('listitem')
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringContaining('Last call succeeded 5 minutes ago'),
    expect.stringContaining('Last call failed 5 minutes ago'),
    expect.stringContaining(WEBHOOK_TEXTS.noDeliveries),
    expect.stringContaining(WEBHOOK_TEXTS.paused),
  ])
})

test('the log says what became of each delivery, and sends one again', async () => {
  stored = [webhook()]
  sent = [
    delivery({ state: 'waiting', attempts: 2, last_failure: 'status', last_status: 503, type: 'list.changed' }),
    delivery({ id: 'f' as never, state: 'failed', last_failure: 'unknown_host', last_status: null }),
    delivery({ id: 'd' as never, type: 'library.changed' }),
  ]
  server.answers[`POST /api/webhooks/${ID}/deliveries/d/resend`] = () => json(200, { delivery: sent[2] })
  const { user } = showPage(<SettingsWebhooks />)
  await press(user, 'Deliveries')
  const rows = within(await screen.findByRole('list', { name: 'Deliveries' })).getAllByRole('listitem')
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringContaining(`Failed 2 times, tried 5 minutes ago: ${POST_FAILURE_TEXTS.status} (503)`),
    expect.stringContaining(`Failed 5 minutes ago: ${POST_FAILURE_TEXTS.unknown_host}`),
    expect.stringContaining('Delivered 5 minutes ago (200)'),
  ])
  await press(user, 'Resend: Library changed')
  await waitFor(() => expect(server.sent(`POST /api/webhooks/${ID}/deliveries/d/resend`)).toHaveLength(1))
})

test('a webhook gets another address and other events', async () => {
  stored = [webhook()]
  server.answers[`PUT /api/webhooks/${ID}`] = () => {
    stored = [webhook({ url: `${URL}/two` })]
    return json(200, { webhook: stored[0] })
  }
  const { user } = showPage(<SettingsWebhooks />)
  await press(user, `Edit ${URL}`)
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).getByText(WEBHOOK_TEXTS.change)).toBeTruthy()
  expect(within(dialog).getByRole<HTMLInputElement>('checkbox', { name: /Library changed/ }).checked).toBe(true)
  await user.click(within(dialog).getByRole('checkbox', { name: /List/ }))
  await user.clear(within(dialog).getByLabelText('Address'))
  await user.type(within(dialog).getByLabelText('Address'), 'my server')
  await press(user, 'Save')
  expect(await within(dialog).findByText(WEBHOOK_TEXTS.urlWrong)).toBeTruthy()
  expect(server.sent(`PUT /api/webhooks/${ID}`)).toEqual([])
  await user.clear(within(dialog).getByLabelText('Address'))
  await user.type(within(dialog).getByLabelText('Address'), `${URL}/two`)
  await press(user, 'Save')
  expect(await screen.findByText(`${URL}/two`)).toBeTruthy()
  expect(server.bodies(`PUT /api/webhooks/${ID}`)).toEqual([
    { url: `${URL}/two`, events: ['library.changed', 'list.changed'] },
  ])
  expect(lastToast()?.title).toBe('Webhook saved')
})

test('a paused webhook is turned on again', async () => {
  stored = [webhook({ is_paused: true })]
  server.answers[`POST /api/webhooks/${ID}/resume`] = () => {
    stored = [webhook()]
    return json(200, { webhook: stored[0] })
  }
  const { user } = showPage(<SettingsWebhooks />)
  await press(user, 'Deliveries')
  await press(user, 'Turn on again')
  expect(await screen.findByRole('button', { name: 'Send a test' })).toBeTruthy()
  await waitFor(() => expect(screen.queryByText(WEBHOOK_TEXTS.paused)).toBeNull())
})

test('a webhook is deleted only after a question', async () => {
  stored = [webhook()]
  const { user } = showPage(<SettingsWebhooks />)
  await press(user, `Delete ${URL}`)
  expect(await screen.findByText(WEBHOOK_TEXTS.remove)).toBeTruthy()
  await press(user, 'Cancel')
  expect(server.sent(`DELETE /api/webhooks/${ID}`)).toEqual([])
  await press(user, `Delete ${URL}`)
  await press(user, 'Delete')
  expect(await screen.findByText(WEBHOOK_TEXTS.none)).toBeTruthy()
  expect(lastToast()?.title).toBe('Webhook deleted')
})

test('a refusal is said, and the form stays', async () => {
  server.answers['POST /api/webhooks'] = () => declined(409, WEBHOOK_TEXTS.tooMany, 'too_many_webhooks')
  const { user } = showPage(<SettingsWebhooks />)
  await press(user, 'New webhook')
  const dialog = await screen.findByRole('dialog')
  await user.type(within(dialog).getByLabelText('Address'), URL)
  await press(user, 'Create webhook')
  await waitFor(() => expect(JSON.stringify(lastToast())).toContain(WEBHOOK_TEXTS.tooMany))
  expect(screen.getByRole('dialog')).toBeTruthy()
})

test('a member with all webhooks is offered no other', async () => {
  stored = Array.from({ length: MAX_WEBHOOKS }, (_, at) => webhook({ id: `${ID}-${at}` as never }))
  showPage(<SettingsWebhooks />)
  await screen.findByRole('list', { name: 'Webhooks' })
  expect(screen.queryByRole('button', { name: 'New webhook' })).toBeNull()
})

test('Escape closes the forms of a webhook, and asks before typed words are lost', async () => {
  stored = [webhook()]
  const { user } = showPage(<SettingsWebhooks />)
  const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  for (const name of ['New webhook', `Edit ${URL}`]) {
    await press(user, name)
    await screen.findByRole('dialog')
    await user.keyboard('{Escape}')
    await closed()
    await press(user, name)
    const dialog = within(await screen.findByRole('dialog'))
    await expectEscapeAsks(dialog.getByLabelText('Address'), 'https://a')
    await discardTyped()
    await closed()
  }
})
