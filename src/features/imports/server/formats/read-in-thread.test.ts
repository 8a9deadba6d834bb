import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { IMPORT_NOW, importFixture } from '#tests/support/import-files.ts'
import { openImport } from './open-import.ts'
import { openInTurn } from './open-in-turn.ts'
import { readInThread } from './read-in-thread.ts'

const now = IMPORT_NOW
/** A copy in memory of its own, as an upload has it. */
const own = (file: string | Buffer) => {
  const bytes = Buffer.from(file)
  const copy = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(copy)
  return copy
}
async function all<T>(items: AsyncIterable<T> | undefined): Promise<T[]> {
  const found: T[] = []
  for await (const item of items ?? []) found.push(item)
  return found
}
/** A table that takes seconds. */
const LARGE = `title,x\n${`Hades,${'1'.repeat(90)}\n`.repeat(100_000)}`
const threads = () => process.getActiveResourcesInfo().filter((name) => name === 'MessagePort').length

test.each(['savepoint.json', 'spreadsheet.csv', 'playnite.csv'])(
  'the thread finds in %s what is there',
  async (name) => {
    const here = await openImport(importFixture(name), name, { now })
    await readInThread(own(importFixture(name)), name, { now }, async (there) => {
      const { preset, unstored, mapped } = there
      expect({ preset, unstored, mapped }).toEqual({
        preset: here.preset,
        unstored: here.unstored,
        mapped: here.mapped,
      })
      await there.requireFewRows()
      expect(await all(there.rows())).toEqual(await all(here.rows()))
      expect(await all(there.records())).toEqual(await all(here.records()))
      expect(there.items === undefined).toBe(here.items === undefined)
      expect(await all(there.items?.())).toEqual(await all(here.items?.()))
    })
  },
)

test('the main thread has not even the bytes while the file is read, and gets them back', async () => {
  const file = own(importFixture('steam.json'))
  const reading = readInThread(file, 'steam.json', { now }, ({ takeBack }) => takeBack())
  expect(file.length).toBe(0)
  expect(Buffer.from(await reading).equals(importFixture('steam.json'))).toBe(true)
})

test('a file that cannot be read is refused as in the main thread, with its details', async () => {
  const reading = readInThread(own('[{"name":"Hades"},{"name":]'), 'games.json', { now }, async () => 'read')
  await expect(reading).rejects.toMatchObject({ name: 'Refusal', code: 'import_json_damaged', kind: 'invalid' })
  const long = `title,x\nHades,"${'x'.repeat(1_100_000)}"\n`
  const rows = readInThread(own(long), 'games.csv', { now }, ({ rows }) => all(rows()))
  await expect(rows).rejects.toMatchObject({ code: 'import_line_too_long', extras: { details: { line: 2 } } })
})

test('a client that goes ends the thread, whatever it does', async () => {
  const before = threads()
  const client = new AbortController()
  const reading = readInThread(own(LARGE), 'games.csv', { now, signal: client.signal }, async () => 'read')
  expect(threads()).toBe(before + 1)
  client.abort()
  await expect(reading).rejects.toMatchObject({ code: 'body_incomplete' })
  expect(threads()).toBe(before)
  // Nothing begins for a client that has gone.
  const late = readInThread(own(LARGE), 'games.csv', { now, signal: client.signal }, async () => 'read')
  expect(threads()).toBe(before)
  await expect(late).rejects.toMatchObject({ code: 'body_incomplete' })
})

test('a thread whose heap is full is a refusal with a sentence', async () => {
  const file = own(importFixture('savepoint.json'))
  const reading = readInThread(file, 'savepoint.json', { now, heapMegabytes: 8 }, async () => 'read')
  await expect(reading).rejects.toMatchObject({
    name: 'Refusal',
    code: 'import_file_too_complex',
    message: 'This file is too complex to be read at once. Import it in smaller parts.',
  })
})

test('a second file waits for its turn, and does not begin when its client has gone', async () => {
  const first = Promise.withResolvers<void>()
  const client = new AbortController()
  const begun: string[] = []
  const turn = (name: string, work: Promise<void>, signal?: AbortSignal) =>
    openInTurn(signal, async () => {
      begun.push(name)
      await work
    })
  const turns = [
    turn('first', first.promise),
    turn('gone', Promise.resolve(), client.signal),
    turn('third', Promise.resolve()),
  ]
  await setImmediate()
  expect(begun).toEqual(['first'])
  client.abort()
  first.resolve()
  const ends = await Promise.allSettled(turns)
  expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(begun).toEqual(['first', 'third'])
})
