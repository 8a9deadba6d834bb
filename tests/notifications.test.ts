import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { defineFeature, openFeatures } from '#server/feature.ts'
import { defineNotification, type NotificationKind } from '#shared/notification.ts'
import { NOTIFICATION_KINDS } from './support/notification-kinds.ts'
import { contributedTo } from './support/web-features.ts'

// Each feature defines its types of notifications once, and registers them on both sides.

const defined: NotificationKind[] = []
for (const path of globSync('src/features/*/*.notifications.ts'))
  defined.push(...Object.values<NotificationKind>(await import(resolve(path))))
const typesOf = (kinds: readonly NotificationKind[]) => kinds.map(({ type }) => type).toSorted()

test('each type that a feature defines is registered with the server', () => {
  expect(defined.length).toBeGreaterThan(10)
  expect(typesOf(NOTIFICATION_KINDS)).toEqual(typesOf(defined))
})

test('each type that a feature defines is contributed to the browser', async () => {
  const slots = 'src/features/notifications/web/notifications.slots.ts'
  expect(typesOf(await contributedTo(slots, 'notificationKinds'))).toEqual(typesOf(defined))
})

test('the switches of a group have an order, and so have the groups', () => {
  const groups = [...Map.groupBy(defined, (kind) => kind.switch.group)]
  const isOrdered = (orders: number[]) => new Set(orders).size === orders.length
  expect(isOrdered(groups.map(([{ order }]) => order))).toBe(true)
  for (const [group, kinds] of groups)
    expect([group.title, isOrdered(kinds.map((kind) => kind.switch.order))]).toEqual([group.title, true])
})

test('a type is registered once, and has a name in small letters', () => {
  const [kind] = defined as [NotificationKind]
  const feature = defineFeature({ name: 'notes', notifications: [kind] })
  expect(() => openFeatures([feature, feature], {} as never)).toThrow(
    `Two features register the notification type '${kind.type}'`,
  )
  expect(() => defineNotification({ ...kind, type: 'Note 2' })).toThrow('lower-case letters')
})
