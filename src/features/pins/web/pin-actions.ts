import type { QueryClient } from '@tanstack/react-query'
import type { UserId } from '#shared/ids.ts'
import { PLEASE_TRY_AGAIN } from '#shared/sentences.ts'
import { call, networkTextOf } from '#web/call.ts'
import type { Pinnable } from '#web/pinning.ts'
import { toast } from '#web/ui/toasts.ts'
import type { Pin } from '../pins.contract.ts'
import { listPins, putPins } from '../pins.endpoints.ts'
import { PINS_MAX } from '../pins.rules.ts'
import { PINS_FAILED, PINS_FULL } from '../pins.texts.ts'
import { PINS_DIALOG_TEXTS } from '../pins-dialog.texts.ts'
import { idsOf, isOutdated, pinsQuery } from './pins.api.ts'

type Pins = readonly Pin[]

export const readPins = (client: QueryClient, userId: UserId) => client.prefetchQuery(pinsQuery(userId))

/**
 * Pins or unpins a thing and shows it at once. Undo reverts only this change, and restores the position of an unpinned
 * thing.
 */
export async function changePin(
  client: QueryClient,
  userId: UserId,
  thing: Pinnable,
  isPinned: boolean,
): Promise<void> {
  const isIt = (pin: Pin) => pin.item_id === thing.of || pin.entry?.game.id === thing.of
  const cached = client.getQueryData(pinsQuery(userId).queryKey) ?? []
  if (!isPinned) {
    const at = cached.findIndex(isIt)
    const pin = cached[at]
    if (!pin) return
    const failed = await change(client, userId, (pins) => without(pins, pin))
    if (failed) return showFailure(failed)
    return showSuccess('Unpinned', client, userId, (pins) => inserted(pins, pin, at))
  }
  if (cached.length >= PINS_MAX) return showFailure('full')
  const found = await thing.load().catch(() => null)
  if (!found) return showFailure(null)
  const shown = { entry: null, activity: null, review: null, list: null, [thing.itemType]: found }
  const pin: Pin = { item_type: thing.itemType, item_id: found.id, ...shown }
  const failed = await change(client, userId, (pins) => inserted(pins, pin, pins.length))
  if (failed) return showFailure(failed)
  showSuccess('Pinned to your profile', client, userId, (pins) => without(pins, pin))
}

const without = (pins: Pins, { item_id }: Pin): Pins => pins.filter((pin) => pin.item_id !== item_id)

/** Returns the pins with this one inserted; null when there is no room. */
function inserted(pins: Pins, pin: Pin, at: number): Pins | null {
  const others = without(pins, pin)
  return others.length >= PINS_MAX ? null : [...others.slice(0, at), pin, ...others.slice(at)]
}

type Failure = 'full' | { cause: unknown }

/** Each conflict with another device costs one attempt. */
const MAX_TRIES = 4

/** A queue: each change starts from the result of the previous one. */
let queue: Promise<unknown> = Promise.resolve()

/**
 * Updates the pins optimistically: applies `edit` to the cached pins, and saves the result of `edit` on the server's
 * pins, because another device may have changed them. Returns the failure, after which the page shows the server's
 * state.
 */
function change(client: QueryClient, userId: UserId, edit: (pins: Pins) => Pins | null): Promise<Failure | null> {
  const { queryKey } = pinsQuery(userId)
  const saved = queue.then(async (): Promise<Failure | null> => {
    const before = client.getQueryData(queryKey)
    try {
      await client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, (pins) => [...(edit(pins ?? []) ?? pins ?? [])])
      const { pins, isFull } = await save(client, userId, edit, MAX_TRIES)
      client.setQueryData(queryKey, pins)
      // Invalidates the pins as others see them, for the preview.
      void client.invalidateQueries({ queryKey: queryKey.slice(0, -1), refetchType: 'none' })
      return isFull ? 'full' : null
    } catch (cause) {
      client.setQueryData(queryKey, before)
      void client.invalidateQueries({ queryKey })
      return { cause }
    }
  })
  queue = saved
  return saved
}

/** Saves the edited pins. When another device writes between read and write, it retries with the new pins. */
async function save(
  client: QueryClient,
  userId: UserId,
  edit: (pins: Pins) => Pins | null,
  tries: number,
): Promise<{ pins: Pin[]; isFull: boolean }> {
  const { pins } = await call(listPins, { params: { handle: userId }, query: {} }, { client })
  const items = edit(pins)?.map(({ item_type, item_id }) => ({ item_type, item_id }))
  if (!items) return { pins, isFull: true }
  try {
    const saved = await call(putPins, { body: { items, seen: idsOf(pins) } }, { client })
    return { ...saved, isFull: false }
  } catch (error) {
    if (tries <= 1 || !isOutdated(error)) throw error
    return save(client, userId, edit, tries - 1)
  }
}

function showSuccess(title: string, client: QueryClient, userId: UserId, back: (pins: Pins) => Pins | null): void {
  toast({
    title,
    undo: () => void change(client, userId, back).then((failed) => failed && showFailure(failed)),
  })
}

function showFailure(failure: Failure | null): void {
  if (failure === 'full') {
    toast({
      title: PINS_FULL,
      description: PINS_DIALOG_TEXTS.unpinFirst,
      action: { label: 'See them', href: '/profile' },
    })
    return
  }
  toast({
    title: PINS_FAILED,
    description: (failure && networkTextOf(failure.cause)) ?? PLEASE_TRY_AGAIN,
    tone: 'danger',
  })
}
