import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createImages, type ImageHost, type Images } from './images.ts'
import { createLog } from './log.ts'

const PNG = Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), Buffer.alloc(92)])

let server: Server
let origin: string
let folder: string
let asked: string[]
let answer: (request: IncomingMessage, response: ServerResponse) => void
let host: ImageHost
let flips: string[]
let now: Date
const opened: Images[] = []

beforeEach(async () => {
  asked = []
  flips = []
  now = new Date('2026-11-21T12:00:00Z')
  host = { reachable: 'unknown' }
  answer = (_, response) => response.writeHead(200, { 'content-type': 'image/png' }).end(PNG)
  server = createServer((request, response) => {
    asked.push(request.url as string)
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  folder = mkdtempSync(join(tmpdir(), 'savepoint-images-'))
})

afterEach(async () => {
  for (const images of opened.splice(0)) images.close()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  rmSync(folder, { recursive: true, force: true })
})

function open(more: Partial<Parameters<typeof createImages>[0]> = {}): Images {
  const images = createImages({
    folder,
    isOn: true,
    probe: new URL(`${origin}/probe.png`),
    log: createLog('silent'),
    clock: () => now,
    host,
    origins: [origin],
    onChange: async () => void flips.push(host.reachable),
    ...more,
  })
  opened.push(images)
  return images
}

const at = (path: string) => new URL(path, origin)

describe('a picture', () => {
  test('is fetched once, however many ask, and then comes from the disk', async () => {
    const images = open()
    const all = await Promise.all(Array.from({ length: 20 }, () => images.read(at('/a.png'))))
    expect(all.every((picture) => picture?.type === 'image/png' && picture.bytes.equals(PNG))).toBe(true)
    await images.read(at('/a.png'))
    expect(asked).toEqual(['/a.png'])
    // Another process on the same folder.
    const later = await open().read(at('/a.png'))
    expect(later?.bytes.equals(PNG)).toBe(true)
    expect(asked).toEqual(['/a.png'])
  })

  test('comes from the disk also while nobody may be asked', async () => {
    await open().read(at('/a.png'))
    expect(await open({ isOn: false }).read(at('/a.png'))).not.toBeNull()
    expect(await open({ isOn: false }).read(at('/b.png'))).toBeNull()
    expect(asked).toEqual(['/a.png'])
  })

  test('that the host does not have is not asked for again for an hour', async () => {
    answer = (_, response) => response.writeHead(404).end()
    const images = open()
    expect(await images.read(at('/a.png'))).toBeNull()
    expect(await images.read(at('/a.png'))).toBeNull()
    expect(asked).toHaveLength(1)
    expect(host.reachable).toBe('yes')
    now = new Date(now.getTime() + 3_600_001)
    await images.read(at('/a.png'))
    expect(asked).toHaveLength(2)
  })

  test('is known by its bytes: what calls itself one and is not is nothing', async () => {
    answer = (_, response) => response.writeHead(200, { 'content-type': 'image/png' }).end('<svg onload="x"/>')
    expect(await open().read(at('/a.png'))).toBeNull()
    expect(readdirSync(folder)).toEqual([])
  })

  test('of more than 10 MB is given up', async () => {
    answer = (_, response) => {
      response.writeHead(200)
      response.write(PNG)
      for (let sent = 0; sent < 11; sent++) response.write(Buffer.alloc(1024 * 1024))
      response.end()
    }
    expect(await open().read(at('/a.png'))).toBeNull()
    expect(readdirSync(folder)).toEqual([])
  })

  test('is not followed to another host', async () => {
    answer = (_, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/secret.png' }).end()
    expect(await open().read(at('/a.png'))).toBeNull()
    answer = (request, response) =>
      request.url === '/b.png'
        ? response.writeHead(302, { location: '/c.png' }).end()
        : response.writeHead(200).end(PNG)
    expect(await open().read(at('/b.png'))).not.toBeNull()
  })

  test('that goes round in circles is given up', async () => {
    answer = (_, response) => response.writeHead(302, { location: '/a.png' }).end()
    expect(await open().read(at('/a.png'))).toBeNull()
    expect(asked).toHaveLength(4)
  })
})

describe('the disk', () => {
  test('is bounded: the pictures unread for longest go', async () => {
    const images = open({ cacheBytes: 250 })
    await images.read(at('/a.png'))
    await images.read(at('/b.png'))
    await images.read(at('/a.png'))
    await images.read(at('/c.png'))
    expect(readdirSync(folder)).toHaveLength(2)
    asked = []
    await images.read(at('/a.png'))
    expect(asked).toEqual([])
    await images.read(at('/b.png'))
    expect(asked).toEqual(['/b.png'])
  })

  test('that cannot be written to costs speed, not answers', async () => {
    const file = join(folder, 'a file')
    writeFileSync(file, '')
    const images = open({ folder: join(file, 'below') })
    expect(await images.read(at('/a.png'))).not.toBeNull()
    expect(await images.read(at('/a.png'))).not.toBeNull()
    expect(asked).toHaveLength(2)
  })

  test('with a damaged file fetches it anew', async () => {
    await open().read(at('/a.png'))
    writeFileSync(join(folder, readdirSync(folder)[0] as string), 'half a pic')
    expect((await open().read(at('/a.png')))?.bytes.equals(PNG)).toBe(true)
  })
})

describe('a host that cannot be reached', () => {
  test('is not asked again for a minute, and then is', async () => {
    answer = (request) => request.socket.destroy()
    const images = open()
    expect(await images.read(at('/a.png'))).toBeNull()
    expect(host.reachable).toBe('no')
    for (let n = 0; n < 10; n++) expect(await images.read(at(`/${n}.png`))).toBeNull()
    expect(asked).toEqual(['/a.png'])
  })

  test('costs all waiting requests one failure together', async () => {
    answer = (request) => setTimeout(() => request.socket.destroy(), 30)
    const images = open()
    const all = await Promise.all(Array.from({ length: 48 }, (_, n) => images.read(at(`/${n}.png`))))
    expect(all.every((picture) => picture === null)).toBe(true)
    expect(asked.length).toBeLessThanOrEqual(8)
  })

  test('is noticed in the background, and so is its return; every turn is announced once', async () => {
    open().watch()
    await expect.poll(() => host.reachable).toBe('yes')
    expect(asked).toEqual(['/probe.png'])
    expect(flips).toEqual(['yes'])
    answer = (request) => request.socket.destroy()
    const images = open()
    await images.read(at('/a.png'))
    await images.read(at('/b.png'))
    expect(flips).toEqual(['yes', 'no'])
  })

  test('from the beginning is no news: pages already show generated covers', async () => {
    answer = (_, response) => response.writeHead(503).end()
    open().watch()
    await expect.poll(() => host.reachable).toBe('no')
    expect(flips).toEqual([])
  })

  test('is never asked when pictures are off', async () => {
    const images = open({ isOn: false })
    images.watch()
    expect(await images.read(at('/a.png'))).toBeNull()
    expect(asked).toEqual([])
    expect(host.reachable).toBe('unknown')
  })
})
