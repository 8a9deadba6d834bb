import { Writable } from 'node:stream'
import { expect, test, vi } from 'vitest'
import { createLog, outputOf, plainLine } from './log.ts'

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

test('a line says its level in a word and its time as people write it, and a terminal gets it plain', () => {
  let line = ''
  const log = createLog('info', { write: (json) => (line = json) })
  log.warn({ job: 'back-up' }, 'a job failed')
  expect(JSON.parse(line)).toEqual({
    level: 'warn',
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    job: 'back-up',
    msg: 'a job failed',
  })
  expect(plainLine(line)).toMatch(/^\d\d:\d\d:\d\d warn: a job failed \{"job":"back-up"\}\n$/)
  log.info('Savepoint is ready')
  expect(plainLine(line)).toMatch(/^\d\d:\d\d:\d\d Savepoint is ready\n$/)
  log.error({ err: new TypeError('a bug') }, 'broken')
  expect(plainLine(line)).toMatch(/error: broken\nTypeError: a bug\n {4}at .*log\.test\.ts/)
})

test('LOG_FORMAT chooses text for people or JSON, also where there is no terminal', () => {
  const written: string[] = []
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((line) => written.push(String(line)) > 0)
  try {
    createLog('info', outputOf('text')).info('ready')
  } finally {
    write.mockRestore()
  }
  expect(written).toEqual([expect.stringMatching(/^\d\d:\d\d:\d\d ready\n$/)])
})
