import type { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'
import type { UserId } from '#shared/ids.ts'
import { connectTransport } from '#web/call.ts'
import { createQueryClient } from '#web/query-client.ts'
import { dismissToast, toastStore } from '#web/ui/toasts.ts'
import type { PinTarget } from '../pins.contract.ts'
import { changePin, readPins } from './pin-actions.ts'
import { pinsQuery } from './pins.api.ts'

const ME = 'me' as UserId
const entry = (n: number) => ({ id: `entry-${n}`, game: { id: `igdb_${n}` } })
const ofEntry = (n: number) => ({ itemType: 'entry' as const, of: `igdb_${n}`, load: async () => entry(n) })
const ofActivity = { itemType: 'activity' as const, of: 'activity-1', load: async () => ({ id: 'activity-1' }) }

let server: { pins: string[]; fails: boolean; writes: string[][]; answers: Promise<void>; meanwhile: (() => void)[] }
let client: QueryClient

/** Builds a pin of the fake server; an id that starts with 'activity' is an activity. */
const pinOf = (item_id: string) => {
  const isEntry = item_id.startsWith('entry')
  const n = Number(item_id.split('-')[1])
  return {
    item_type: isEntry ? 'entry' : 'activity',
    item_id,
    entry: isEntry ? entry(n) : null,
    activity: isEntry ? null : { id: item_id },
    review: null,
    list: null,
  }
}

beforeEach(() => {
  server = { pins: [], fails: false, writes: [], answers: Promise.resolve(), meanwhile: [] }
  client = createQueryClient()
  dismissToast()
  connectTransport(client, async ({ method }, { body }) => {
    await server.answers
    if (method !== 'GET') {
      if (server.fails) return { status: 500, body: { error: 'Broken' } }
      server.meanwhile.shift()?.()
      if ((body as { seen: string[] }).seen.join() !== server.pins.join())
        return { status: 409, body: { error: 'Changed', code: 'pins_changed', requestId: 'r' } }
      server.pins = (body as { items: PinTarget[] }).items.map(({ item_id }) => item_id)
      server.writes.push(server.pins)
    }
    return { status: 200, body: { pins: server.pins.map(pinOf) } }
  })
})

const shown = () => client.getQueryData(pinsQuery(ME).queryKey)?.map(({ item_id }) => item_id)
const shownToast = () => toastStore.get()
async function have(...pins: string[]) {
  server.pins = pins
  await readPins(client, ME)
}

test('pins a game of the own library at the end, at once, and Undo unpins it', async () => {
  await have('activity-1')
  let answer = () => {}
  server.answers = new Promise((resolve) => {
    answer = resolve
  })
  const done = changePin(client, ME, ofEntry(1), true)
  await expect.poll(() => shown()).toEqual(['activity-1', 'entry-1'])
  expect(server.writes).toEqual([])
  answer()
  await done
  expect(server.pins).toEqual(['activity-1', 'entry-1'])
  expect(shownToast()?.title).toBe('Pinned to your profile')
  shownToast()?.undo?.()
  await expect.poll(() => server.pins).toEqual(['activity-1'])
  await expect.poll(() => shown()).toEqual(['activity-1'])
})

test('undoing an unpin restores its position', async () => {
  await have('entry-1', 'activity-1', 'entry-2')
  await changePin(client, ME, ofActivity, false)
  expect([server.pins, shown()]).toEqual([
    ['entry-1', 'entry-2'],
    ['entry-1', 'entry-2'],
  ])
  expect(shownToast()?.title).toBe('Unpinned')
  shownToast()?.undo?.()
  await expect.poll(() => server.pins).toEqual(['entry-1', 'activity-1', 'entry-2'])
})

test('with three pins it shows why nothing can be pinned, and sends nothing', async () => {
  await have('entry-1', 'entry-2', 'entry-3')
  await changePin(client, ME, ofActivity, true)
  expect(shownToast()).toMatchObject({ title: 'At most 3 things can be pinned', action: { href: '/profile' } })
  expect([server.writes, shown()]).toEqual([[], ['entry-1', 'entry-2', 'entry-3']])
})

test('pins of another device stay and count', async () => {
  await have('entry-1')
  server.pins = ['entry-1', 'entry-2']
  await changePin(client, ME, ofActivity, true)
  expect(server.pins).toEqual(['entry-1', 'entry-2', 'activity-1'])
  client.setQueryData(pinsQuery(ME).queryKey, (pins) => pins?.slice(0, 1))
  await changePin(client, ME, ofEntry(3), true)
  expect(shownToast()?.title).toBe('At most 3 things can be pinned')
  expect(shown()).toEqual(['entry-1', 'entry-2', 'activity-1'])
})

test('a failure rolls back and shows an error', async () => {
  await have('entry-1')
  server.fails = true
  await changePin(client, ME, ofActivity, true)
  expect(shown()).toEqual(['entry-1'])
  expect(shownToast()).toMatchObject({ title: 'Failed to save what is pinned', tone: 'danger' })
  // An item that was deleted in the meantime cannot be pinned.
  await changePin(client, ME, { ...ofActivity, load: async () => null }, true)
  expect(shown()).toEqual(['entry-1'])
})

test('two clicks in a row both take effect', async () => {
  await have()
  await Promise.all([changePin(client, ME, ofEntry(1), true), changePin(client, ME, ofEntry(2), true)])
  expect(server.pins).toEqual(['entry-1', 'entry-2'])
})

test('a pin that another device sets between read and write is not lost', async () => {
  await have('entry-1')
  const pinElsewhere = () => {
    server.pins = [...server.pins, 'entry-2']
  }
  const nothing = () => {}
  server.meanwhile = [pinElsewhere, nothing]
  await changePin(client, ME, ofActivity, true)
  expect([server.pins, shown()]).toEqual([
    ['entry-1', 'entry-2', 'activity-1'],
    ['entry-1', 'entry-2', 'activity-1'],
  ])
  // After the last retry it shows a failure.
  let turn = 0
  server.meanwhile = Array.from({ length: 9 }, () => () => {
    turn += 1
    server.pins = [`entry-${10 + turn}`]
  })
  await changePin(client, ME, ofActivity, false)
  expect(turn).toBe(4)
  expect(shownToast()).toMatchObject({ title: 'Failed to save what is pinned', tone: 'danger' })
})
