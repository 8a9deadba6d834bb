import { afterEach, expect, test, vi } from 'vitest'
import type { ImportId } from '#shared/ids.ts'
import { useImportsApp, yamtrack } from '#tests/support/imports-app.ts'
import { deleteFile, findFile, insertFile } from './import-files.queries.ts'

const { app, ann, read } = useImportsApp()
const MEGABYTE = 1024 * 1024
const { gc } = globalThis
afterEach(() => {
  globalThis.gc = gc
})

test('the copies that the driver makes of a large file are freed on the way, when it is stored and when it is read', async () => {
  const id = (await read(ann, yamtrack([1, 'Marmot Quest']))) as ImportId
  await deleteFile(app.db, id)
  const file = Buffer.alloc(16 * MEGABYTE + 1, 'marmot')
  const collects = vi.fn()
  globalThis.gc = collects as never
  await insertFile(app.db, id, file)
  expect(collects.mock.calls).toEqual([[{ type: 'minor' }], [{ type: 'minor' }]])
  expect((await findFile(app.db, id))?.equals(file)).toBe(true)
  expect(collects).toHaveBeenCalledTimes(4)
})
