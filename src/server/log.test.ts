import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { createLog } from './log.ts'

test('an error is logged with the details needed to find its cause, and without the data that it carries', () => {
  let logged = ''
  const sink = new Writable({
    write(chunk, _encoding, done) {
      logged += chunk
      done()
    },
  })
  const error = Object.assign(new Error('duplicate key'), {
    code: '23505',
    detail: 'Key (email)=(ann@example.org) already exists.',
    client: { processID: 1, secretKey: 4711 },
  })
  createLog('error', sink).error({ err: new Error('saving failed', { cause: error }) }, 'broken')
  createLog('error', sink).error({ err: error, requestId: 'r1' }, 'broken')
  for (const part of ['duplicate key', 'saving failed', '"code":"23505"', 'log.test.ts', 'r1'])
    expect(logged).toContain(part)
  for (const part of ['ann@example.org', '4711']) expect(logged).not.toContain(part)
})
