import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { FetchFailure } from './guarded-get.ts'
import { createImages, type ImageHost, type Images, limitBytes } from './images.ts'
import type { Encoding } from './images-encode.ts'
import { isPublicAddress, type Picture } from './images-fetch.ts'
import { BYTES_IN_FLIGHT, MAX_ENCODINGS_AT_ONCE } from './images-limits.ts'
import { createLog } from './log.ts'

/** 300 by 400, with visible content. */
let PNG: Buffer
const drawn = (width: number, height: number) =>
  sharp({
    create: { width, height, channels: 3, background: '#246', noise: { type: 'gaussian', mean: 120, sigma: 20 } },
  })

beforeAll(async () => {
  PNG = await drawn(300, 400).png().toBuffer()
})

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
    mayConnect: () => true,
    onChange: async () => void flips.push(host.reachable),
    ...more,
  })
  opened.push(images)
  return images
}

const at = (path: string) => new URL(path, origin)
const SMALL: Encoding = { width: 64, quality: 75, format: 'webp' }
const read = (images: Images, path: string, variant: Partial<Encoding> = {}) =>
  images.read([at(path)], { ...SMALL, ...variant })
/** Returns the picture, or fails the test. */
async function pictureOf(answer: Promise<Picture | FetchFailure>): Promise<Picture> {
  const picture = await answer
  if (typeof picture === 'string') throw new Error(picture)
  return picture
}

describe('a picture', () => {
  test('is fetched once for any number of simultaneous requests, and later read from the disk', async () => {
    const images = open()
    const all = await Promise.all(Array.from({ length: 20 }, () => read(images, '/a.png')))
    expect(all.every((picture) => typeof picture !== 'string' && picture.type === 'image/webp')).toBe(true)
    await read(images, '/a.png')
    expect(asked).toEqual(['/a.png'])
    // Another process with the same folder.
    const first = await pictureOf(read(images, '/a.png'))
    const later = await pictureOf(read(open(), '/a.png'))
    expect(later.bytes.equals(first.bytes)).toBe(true)
    expect(asked).toEqual(['/a.png'])
  })

  test('is read from the disk even while no host may be requested', async () => {
    await read(open(), '/a.png')
    await pictureOf(read(open({ isOn: false }), '/a.png'))
    expect(await read(open({ isOn: false }), '/b.png')).toBe('unreachable')
    expect(asked).toEqual(['/a.png'])
  })

  test('that the host does not have is not requested again for an hour', async () => {
    answer = (_, response) => response.writeHead(404).end()
    const images = open()
    expect(await read(images, '/a.png')).toBe('missing')
    expect(await read(images, '/a.png', { width: 528 })).toBe('missing')
    expect(asked).toHaveLength(1)
    expect(host.reachable).toBe('yes')
    now = new Date(now.getTime() + 3_600_001)
    await read(images, '/a.png')
    expect(asked).toHaveLength(2)
  })

  test('is recognised by its bytes: if the declared type does not match, the picture is missing', async () => {
    answer = (_, response) => response.writeHead(200, { 'content-type': 'image/png' }).end('<svg onload="x"/>')
    expect(await read(open(), '/a.png')).toBe('missing')
    answer = (_, response) => response.writeHead(200, { 'content-type': 'image/png' }).end('<html>Sign in</html>')
    expect(await read(open(), '/b.png')).toBe('missing')
    answer = (_, response) => response.writeHead(200).end(PNG.subarray(0, 500))
    expect(await read(open(), '/c.png')).toBe('missing')
    expect(readdirSync(folder)).toEqual([])
  })

  test('of more than 10 MB is aborted', async () => {
    answer = (_, response) => {
      response.writeHead(200)
      response.write(PNG)
      for (let sent = 0; sent < 11; sent++) response.write(Buffer.alloc(1024 * 1024))
      response.end()
    }
    const images = open()
    expect(await read(images, '/a.png')).toBe('too-large')
    expect(await read(images, '/a.png')).toBe('too-large')
    // A response that declares such a size is not read at all.
    answer = (_, response) => response.writeHead(200, { 'content-length': 10 * 1024 * 1024 + 1 }).write(PNG)
    expect(await read(images, '/b.png')).toBe('too-large')
    expect(asked).toEqual(['/a.png', '/b.png'])
    expect(host.reachable).toBe('yes')
    expect(readdirSync(folder)).toEqual([])
  })

  test('is not followed to another host', async () => {
    answer = (_, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/secret.png' }).end()
    expect(await read(open(), '/a.png')).toBe('missing')
    answer = (request, response) =>
      request.url === '/b.png'
        ? response.writeHead(302, { location: '/c.png' }).end()
        : response.writeHead(200).end(PNG)
    await pictureOf(read(open(), '/b.png'))
  })

  test('with a redirect loop is aborted', async () => {
    answer = (_, response) => response.writeHead(302, { location: '/a.png' }).end()
    expect(await read(open(), '/a.png')).toBe('missing')
    expect(asked).toHaveLength(4)
  })
})

describe('a size and a format', () => {
  const metadataOf = async (answer: Promise<Picture | FetchFailure>) => {
    const { type, bytes } = await pictureOf(answer)
    const { width, height, format, pages } = await sharp(bytes).metadata()
    return { type, width, height, format: format === 'heif' ? 'avif' : format, pages: pages ?? 1 }
  }

  test.each(['webp', 'avif', 'jpeg'] as const)('%s is produced from every format that hosts send', async (format) => {
    const kinds = [
      drawn(150, 200).png(),
      drawn(150, 200).jpeg(),
      drawn(150, 200).webp(),
      drawn(150, 200).gif(),
      drawn(150, 200).avif({ effort: 0 }),
    ]
    const images = open()
    for (const [n, kind] of kinds.entries()) {
      const bytes = await kind.toBuffer()
      answer = (_, response) => response.writeHead(200).end(bytes)
      const metadata = await metadataOf(read(images, `/${n}`, { format, width: 64 }))
      expect(metadata).toMatchObject({ type: `image/${format}`, width: 64, height: 85, format })
    }
  })

  test('is never larger than the picture, and the aspect ratio stays', async () => {
    const images = open()
    expect(await metadataOf(read(images, '/a.png', { width: 1080 }))).toMatchObject({ width: 300, height: 400 })
    expect(await metadataOf(read(images, '/a.png', { width: null }))).toMatchObject({ width: 300, height: 400 })
    expect(await metadataOf(read(images, '/a.png', { width: 264 }))).toMatchObject({ width: 264, height: 352 })
  })

  test('of a lower quality has fewer bytes [R-IMG-01]', async () => {
    const sizes: number[] = []
    for (const quality of [75, 20])
      sizes.push((await pictureOf(read(open(), '/a.png', { quality, width: 264 }))).bytes.length)
    expect(sizes[1]).toBeLessThan(sizes[0] as number)
  })

  test('are each encoded once and stored, from one fetched picture', async () => {
    const images = open()
    answer = (_, response) => setTimeout(() => response.writeHead(200).end(PNG), 50)
    const variants = [{ format: 'webp' }, { format: 'avif' }, { width: 128 }, { quality: 50 }] as const
    const all = await Promise.all(
      variants.flatMap((variant) => Array.from({ length: 5 }, () => pictureOf(read(images, '/a.png', variant)))),
    )
    expect(asked).toEqual(['/a.png'])
    expect(readdirSync(folder)).toHaveLength(4)
    // The five requests for one picture got the same object: it was encoded once.
    expect(new Set(all).size).toBe(4)
  })

  test('of an animation come from its first frame, upright, and without camera metadata', async () => {
    const frames = await sharp(Buffer.alloc(20 * 80 * 3, 90), {
      raw: { width: 20, height: 80, channels: 3, pageHeight: 20 },
    })
      .gif({ loop: 0, delay: [100, 100, 100, 100] })
      .toBuffer()
    answer = (_, response) => response.writeHead(200).end(frames)
    expect(await metadataOf(read(open(), '/a.gif', { width: null }))).toMatchObject({ width: 20, height: 20, pages: 1 })
    const turned = await drawn(300, 400).withMetadata({ orientation: 6 }).jpeg().toBuffer()
    answer = (_, response) => response.writeHead(200).end(turned)
    const { bytes } = await pictureOf(read(open(), '/b.jpg', { width: null }))
    const { width, height, orientation, exif } = await sharp(bytes).metadata()
    expect([width, height, orientation, exif]).toEqual([400, 300, undefined, undefined])
  })

  test('are refused for a picture that decodes to more than 24 million pixels', async () => {
    const bomb = await sharp({ create: { width: 6001, height: 4001, channels: 3, background: '#000' } })
      .png()
      .toBuffer()
    expect(bomb.length).toBeLessThan(1024 * 1024)
    answer = (_, response) => response.writeHead(200).end(bomb)
    const images = open()
    expect(await read(images, '/a.png')).toBe('too-large')
    expect(await read(images, '/a.png', { width: 128 })).toBe('too-large')
    expect(asked).toEqual(['/a.png'])
  })

  test('come from the first address that has the picture', async () => {
    answer = (request, response) =>
      request.url === '/large.png' ? response.writeHead(200).end(PNG) : response.writeHead(404).end()
    const images = open()
    const addresses = [at('/scaled.png'), at('/large.png')]
    expect(await metadataOf(images.read(addresses, SMALL))).toMatchObject({ width: 64 })
    expect(asked).toEqual(['/scaled.png', '/large.png'])
  })
})

describe('an address', () => {
  test.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    'fe80::1',
    'fc00::1',
    'fd12::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001:db8::1',
    'ff02::1',
    'localhost',
    '',
  ])('%s is not public', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })
  test.each(['8.8.8.8', '172.32.0.1', '104.16.0.1', '2606:4700::1111', '2a00:1450:4001::200e'])(
    '%s is public',
    (address) => {
      expect(isPublicAddress(address)).toBe(true)
    },
  )

  test('of an allowed host is not connected to if it is private, as a name or as a number', async () => {
    const { port } = server.address() as AddressInfo
    const named = new URL(`http://localhost:${port}/a.png`)
    for (const url of [named, at('/a.png')]) {
      const images = open({ origins: [url.origin], mayConnect: isPublicAddress, probe: url })
      expect(await images.read([url], SMALL)).toBe('unreachable')
    }
    expect(asked).toEqual([])
    // The same request with permission to connect succeeds, so the refusal above was because of the address.
    host.reachable = 'unknown'
    await pictureOf(open({ origins: [named.origin], probe: named }).read([named], SMALL))
    expect(asked).toEqual(['/a.png'])
  })

  test('of a host that only a signed address names is not connected to if it is private', async () => {
    const images = open({ origins: ['https://known.example.org'], mayConnect: isPublicAddress })
    expect(await images.read([at('/a.png')], SMALL)).toBe('unreachable')
    expect(asked).toEqual([])
  })

  test.each([
    ['a known host may not redirect to another one', true, 'missing'],
    ['another host may redirect to any one', false, 'image/webp'],
  ])('%s', async (_, isKnown, outcome) => {
    const { port } = server.address() as AddressInfo
    answer = (request, response) =>
      request.url === '/a.png'
        ? response.writeHead(302, { location: `http://localhost:${port}/b.png` }).end()
        : response.writeHead(200).end(PNG)
    const images = open({ origins: isKnown ? [origin] : [] })
    const picture = await read(images, '/a.png')
    expect(typeof picture === 'string' ? picture : picture.type).toBe(outcome)
  })

  test.each(['file:///etc/passwd', 'ftp://example.org/a.png', 'http://me:secret@example.org/a.png'])(
    'another host may not redirect to %s',
    async (location) => {
      answer = (_, response) => response.writeHead(302, { location }).end()
      expect(await read(open({ origins: [] }), '/a.png')).toBe('missing')
    },
  )

  test('that a redirect leads to is checked in the same way', async () => {
    const { port } = server.address() as AddressInfo
    const inside = `http://localhost:${port}`
    answer = (request, response) =>
      request.url === '/a.png'
        ? response.writeHead(302, { location: `${inside}/inside.png` }).end()
        : response.writeHead(200).end(PNG)
    const mayConnect = (address: string) => address === '127.0.0.1' && asked.length === 0
    expect(await read(open({ origins: [origin, inside], mayConnect }), '/a.png')).toBe('unreachable')
    expect(asked).toEqual(['/a.png'])
  })
})

describe('the disk', () => {
  test('is bounded: the least recently read pictures are deleted', async () => {
    const { bytes } = await pictureOf(read(open(), '/a.png'))
    const images = open({ cacheBytes: 2.5 * bytes.length })
    asked = []
    await read(images, '/a.png')
    await read(images, '/b.png')
    await read(images, '/a.png')
    await read(images, '/c.png')
    expect(readdirSync(folder)).toHaveLength(2)
    asked = []
    await read(images, '/a.png')
    expect(asked).toEqual([])
    await read(images, '/b.png')
    expect(asked).toEqual(['/b.png'])
  })

  test('that cannot be written to costs speed but fails no request', async () => {
    const file = join(folder, 'a file')
    writeFileSync(file, '')
    const images = open({ folder: join(file, 'below') })
    await pictureOf(read(images, '/a.png'))
    await pictureOf(read(images, '/a.png'))
    expect(asked).toHaveLength(2)
  })

  test('with a damaged file fetches it again', async () => {
    const { bytes } = await pictureOf(read(open(), '/a.png'))
    writeFileSync(join(folder, readdirSync(folder)[0] as string), 'half a pic')
    expect((await pictureOf(read(open(), '/a.png'))).bytes.equals(bytes)).toBe(true)
  })
})

/** Fails the named pictures in the given way. */
const failsFor = (paths: readonly string[], fail: (request: IncomingMessage, response: ServerResponse) => void) => {
  const well = answer
  answer = (request, response) =>
    paths.includes(request.url as string) ? fail(request, response) : well(request, response)
}
const WAYS: [string, (request: IncomingMessage, response: ServerResponse) => void][] = [
  ['503', (_, response) => response.writeHead(503).end()],
  ['429', (_, response) => response.writeHead(429).end()],
  ['a reset', (request) => request.socket.destroy()],
]

describe('a picture that cannot be fetched', () => {
  test.each(WAYS)('for %s is not requested again for a minute, in any size, while others are', async (_, fail) => {
    host.reachable = 'yes'
    failsFor(['/t_thumb/a.png', '/t_1080p/a.png'], fail)
    const images = open()
    expect(await read(images, '/t_thumb/a.png')).toBe('unreachable')
    expect(await read(images, '/t_1080p/a.png')).toBe('unreachable')
    expect(await read(images, '/t_thumb/a.png', { width: 128 })).toBe('unreachable')
    expect(asked).toEqual(['/t_thumb/a.png'])
    for (const path of ['/b.png', '/c.png', '/d.png']) await pictureOf(read(images, path))
    expect([host.reachable, flips]).toEqual(['yes', []])
    now = new Date(now.getTime() + 60_001)
    await read(images, '/t_thumb/a.png')
    expect(asked.filter((path) => path === '/t_thumb/a.png')).toHaveLength(2)
  })

  test('does not make a host count as down while others succeed in between', async () => {
    host.reachable = 'yes'
    failsFor(['/a.png', '/b.png', '/c.png', '/d.png'], (_, response) => response.writeHead(503).end())
    const images = open()
    for (const path of ['/a.png', '/b.png', '/well.png', '/c.png', '/d.png']) await read(images, path)
    expect(host.reachable).toBe('yes')
    // Old failures do not count.
    now = new Date(now.getTime() + 61_000)
    await read(images, '/a.png')
    await read(images, '/b.png')
    expect(host.reachable).toBe('yes')
  })
})

describe('a host that cannot be reached', () => {
  test('counts as down after failures of three different pictures, and is then not requested', async () => {
    host.reachable = 'yes'
    answer = (request) => request.socket.destroy()
    const images = open()
    for (const path of ['/a.png', '/b.png']) await read(images, path)
    expect(host.reachable).toBe('yes')
    await read(images, '/c.png')
    expect(host.reachable).toBe('no')
    for (let n = 0; n < 10; n++) expect(await read(images, `/${n}.png`)).toBe('unreachable')
    expect(asked).toEqual(['/a.png', '/b.png', '/c.png'])
  })

  test('fails waiting requests no later than the requests in progress', async () => {
    answer = (request) => setTimeout(() => request.socket.destroy(), 30)
    const images = open()
    const all = await Promise.all(Array.from({ length: 48 }, (_, n) => read(images, `/${n}.png`)))
    expect(all.every((picture) => picture === 'unreachable')).toBe(true)
    expect(asked.length).toBeLessThanOrEqual(8 + 2)
  })

  test('counts as up again after the next successful picture', async () => {
    host.reachable = 'yes'
    const late = Promise.withResolvers<void>()
    const arrived = Promise.withResolvers<void>()
    const well = answer
    answer = (request, response) => {
      if (request.url !== '/late.png') return void request.socket.destroy()
      arrived.resolve()
      void late.promise.then(() => well(request, response))
    }
    const images = open()
    const last = read(images, '/late.png')
    await arrived.promise
    for (const path of ['/a.png', '/b.png', '/c.png']) await read(images, path)
    expect(host.reachable).toBe('no')
    late.resolve()
    await pictureOf(last)
    expect(host.reachable).toBe('yes')
    answer = well
    await pictureOf(read(images, '/e.png'))
  })

  test('is detected in the background, and only its first response is announced, so later ones invalidate no cached pages', async () => {
    open().watch()
    await expect.poll(() => host.reachable).toBe('yes')
    expect(asked).toEqual(['/probe.png'])
    expect(flips).toEqual(['yes'])
    const well = answer
    answer = (request) => request.socket.destroy()
    const images = open()
    for (const path of ['/a.png', '/b.png', '/c.png']) await read(images, path)
    expect(host.reachable).toBe('no')
    answer = well
    images.watch()
    await expect.poll(() => host.reachable).toBe('yes')
    expect(flips).toEqual(['yes'])
  })

  test('that sends too slowly is aborted', async () => {
    answer = (_, response) => {
      response.writeHead(200)
      const drip = setInterval(() => response.write('x'), 20)
      response.on('close', () => clearInterval(drip))
    }
    expect(await read(open({ timeoutMs: 200 }), '/a.png')).toBe('unreachable')
  })

  test('that is reachable from the start announces nothing: pages already show generated covers', async () => {
    answer = (_, response) => response.writeHead(503).end()
    open().watch()
    await expect.poll(() => host.reachable).toBe('no')
    expect(flips).toEqual([])
  })

  test('is never requested when pictures are off', async () => {
    const images = open({ isOn: false })
    images.watch()
    expect(await read(images, '/a.png')).toBe('unreachable')
    expect(asked).toEqual([])
    expect(host.reachable).toBe('unknown')
  })
})

describe('the memory of pictures in progress', () => {
  test('is bounded in bytes: waiting requests have not begun to fetch, and all get a response', async () => {
    const large = Buffer.concat([PNG, Buffer.alloc(8 * 1024 * 1024)])
    // The most bytes that were fetched and not yet encoded at any time.
    let most = 0
    let [fetched, done] = [0, 0]
    answer = (_, response) => {
      fetched += 1
      most = Math.max(most, fetched - done)
      response.end(large)
    }
    // On a loaded machine 200 MB take longer than the timeout of a host.
    const images = open({ timeoutMs: 60_000 })
    const answers = await Promise.all(
      Array.from({ length: 24 }, async (_, at) => {
        const picture = await images.read([new URL(`${origin}/${at}.png`)], { width: 64, quality: 75, format: 'jpeg' })
        done += 1
        return typeof picture
      }),
    )
    expect(answers).toEqual(Array(24).fill('object'))
    expect(most * large.length).toBeLessThanOrEqual(BYTES_IN_FLIGHT + MAX_ENCODINGS_AT_ONCE * large.length)
  })

  test('is granted to waiting requests in their order, and unused bytes go to the next', async () => {
    const reserve = limitBytes(10)
    const first = await reserve(8)
    const order: string[] = []
    const second = reserve(6).then((held) => {
      order.push('second')
      return held
    })
    const third = reserve(2).then(() => order.push('third'))
    await Promise.resolve()
    expect(order).toEqual([])
    first.shrinkTo(4)
    await second
    expect(order).toEqual(['second'])
    ;(await second).shrinkTo(0)
    first.shrinkTo(6)
    await third
    expect(order).toEqual(['second', 'third'])
  })
})
