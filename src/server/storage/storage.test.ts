import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { createLog } from '#server/log.ts'
import { startS3Server } from '#tests/support/s3-server.ts'
import { readConfig } from '../config.ts'
import { openStorage, type Storage, storageReason } from './storage.ts'
import { parseStorageUrl, type StorageConfig } from './storage-url.ts'

const server = await startS3Server()
const folder = mkdtempSync(join(tmpdir(), 'savepoint-storage-'))
afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true })
})
afterEach(() => Object.assign(server.control, { behaviour: 'works', only: /./ }))
const { storage } = server
const opened: Storage[] = []
afterAll(() => {
  for (const each of opened) each.close()
})
/** A storage of its own, because one that has failed rests. */
function open(url: string, log = createLog('silent')): Storage {
  const storage = openStorage(parseStorageUrl(url) as StorageConfig, log)
  opened.push(storage)
  return storage
}
const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error as Error & { code: string; extras: object },
  )

describe('STORAGE_URL', () => {
  test('names server, bucket, folder, region and key', () => {
    expect(parseStorageUrl('https://AK:s%2Fcr%3At@s3.example.org:9000/bucket/site/a?region=eu-central-1')).toEqual({
      endpoint: 'https://s3.example.org:9000',
      region: 'eu-central-1',
      bucket: 'bucket',
      prefix: 'site/a/',
      accessKeyId: 'AK',
      secretAccessKey: 's/cr:t',
    })
    expect(parseStorageUrl('http://a:b@host/bucket')).toMatchObject({ prefix: '', region: 'us-east-1' })
  })

  test.each(['s3://a:b@host/bucket', 'https://host/bucket', 'https://a:b@host', 'https://a:%zz@host/bucket', 'bucket'])(
    '%s is refused with a sentence that does not repeat it',
    (url) => {
      expect(() => readConfig({ STORAGE_URL: url })).toThrow(/^The setting STORAGE_URL is invalid: must have the form/)
    },
  )
})

test('an object is stored, read, listed in its folder and deleted', async () => {
  const bytes = randomBytes(100_000)
  await storage.put('avatars/one', bytes)
  await storage.put('other/two', Buffer.from('two'))
  expect(await storage.get('avatars/one')).toEqual(bytes)
  expect(server.asked.some((each) => each.startsWith('PUT /files/site/avatars/one'))).toBe(true)
  expect(await server.keys('avatars/')).toEqual(['avatars/one'])
  await storage.delete('avatars/one')
  await storage.delete('avatars/one')
  expect([await storage.get('avatars/one'), await storage.open('avatars/one')]).toEqual([null, null])
  expect(await server.keys()).toEqual(['other/two'])
})

test('a file goes in parts and comes back as it was', async () => {
  const path = join(folder, 'large')
  const bytes = randomBytes(40 * 1024 * 1024)
  writeFileSync(path, bytes)
  await storage.putFile('backups/large', path)
  expect(server.asked.filter((each) => /^PUT .*partNumber=/.test(each))).toHaveLength(3)
  const content = await storage.open('backups/large')
  const read: Buffer[] = []
  for await (const chunk of content ?? []) read.push(chunk as Buffer)
  expect(Buffer.concat(read).equals(bytes)).toBe(true)
  await storage.delete('backups/large')
})

test('a file whose upload fails in the middle leaves nothing behind', async () => {
  const path = join(folder, 'broken')
  writeFileSync(path, randomBytes(40 * 1024 * 1024))
  Object.assign(server.control, { behaviour: 'breaks', only: /partNumber=2/ })
  expect(await refusalOf(open(server.url).putFile('backups/broken', path))).toMatchObject({
    code: 'storage_unavailable',
  })
  expect(server.asked.some((each) => /^DELETE .*broken.*uploadId=/.test(each))).toBe(true)
  expect(await server.keys('backups/')).toEqual([])
})

test('a key that the server refuses with 403 is an answer for people, and the log has the reason without the key', async () => {
  let logged = ''
  const log = createLog('error', {
    write: (line: string) => {
      logged += line
    },
  })
  const refused = open(server.wrongUrl, log)
  const error = await refusalOf(refused.put('avatars/x', Buffer.from('x')))
  expect(error).toMatchObject({ code: 'storage_unavailable', extras: { retryAfter: 30 } })
  expect(storageReason(error)).toBe('SignatureDoesNotMatch (403)')
  expect(logged).toContain('SignatureDoesNotMatch (403)')
  expect(logged).not.toMatch(/wrong|S3RVER/)
})

test.each(['hangs', 'stalls'] as const)(
  'a server that %s is given up in time, and asked nothing meanwhile',
  async (behaviour) => {
    await storage.put('avatars/here', Buffer.from('here'))
    server.control.behaviour = behaviour
    const slow = open(server.url)
    expect(storageReason(await refusalOf(slow.get('avatars/here', 200)))).toBe('no answer in time')
    server.asked.length = 0
    expect(await refusalOf(slow.get('avatars/here'))).toMatchObject({ code: 'storage_unavailable' })
    expect(server.asked).toEqual([])
  },
)
