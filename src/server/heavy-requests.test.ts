import { expect, test } from 'vitest'
import { Refusal } from '#shared/refusal.ts'
import { createHeavyRequests } from './heavy-requests.ts'

const MEGABYTE = 1024 * 1024
const LARGEST = 50 * MEGABYTE
const upload = { budget: 'upload', heavyBytes: null, upload: { mostBytes: LARGEST, tooLarge: 'Too large' } } as const
const download = { budget: 'export', heavyBytes: 4 * MEGABYTE, upload: null } as const
const length = (bytes: number) => new Headers({ 'content-length': String(bytes) })
const codeOf = (begun: unknown) => (begun instanceof Refusal ? begun.code : 'begun')

test('ten uploads of one member at once: one is admitted, and the next one when it has ended', () => {
  const heavy = createHeavyRequests()
  const all = Array.from({ length: 10 }, () => heavy.begin(upload, 'ann', length(1000)))
  expect(all.map(codeOf)).toEqual(['begun', ...Array.from({ length: 9 }, () => 'upload_under_way')])
  expect(all[1]).toMatchObject({
    kind: 'too_many',
    message: expect.stringContaining('Another upload'),
    extras: { retryAfter: 10 },
  })
  // An export is no upload, and another member has an own one.
  expect(codeOf(heavy.begin(download, 'ann', new Headers()))).toBe('begun')
  expect(codeOf(heavy.begin(download, 'ann', new Headers()))).toBe('export_under_way')
  expect(codeOf(heavy.begin(upload, 'bob', length(1000)))).toBe('begun')
  const [end] = all as [() => void]
  end()
  end()
  expect(codeOf(heavy.begin(upload, 'ann', length(1000)))).toBe('begun')
})

test('ten members with 48 MB at once: a node holds one such file, and beside it small ones', async () => {
  const heavy = createHeavyRequests()
  const all = Array.from({ length: 10 }, (_, n) => heavy.begin(upload, `member ${n}`, length(48 * MEGABYTE)))
  expect(all.map(codeOf)).toEqual(['begun', ...Array.from({ length: 9 }, () => 'heavy_requests')])
  expect(all[1]).toMatchObject({ extras: { status: 503, retryAfter: 30 } })
  expect(codeOf(heavy.begin(upload, 'ann', length(5 * MEGABYTE)))).toBe('begun')
  const [end] = all as [() => void]
  end()
  await expect.poll(() => codeOf(heavy.begin(upload, 'bob', length(48 * MEGABYTE)))).toBe('begun')
})

test('an upload that declares no length, or none that can be, counts with the largest', () => {
  for (const headers of [new Headers(), new Headers({ 'content-length': 'x' }), length(-1), length(10 * LARGEST)]) {
    const heavy = createHeavyRequests(LARGEST + MEGABYTE)
    expect(codeOf(heavy.begin(upload, 'ann', headers))).toBe('begun')
    expect(codeOf(heavy.begin(upload, 'bob', length(2 * MEGABYTE)))).toBe('heavy_requests')
  }
})

test('a request that is not heavy is none of this', () => {
  const heavy = createHeavyRequests(0)
  expect(heavy.begin({ budget: 'write', heavyBytes: null, upload: null }, 'ann', length(1000))).toBeNull()
})
