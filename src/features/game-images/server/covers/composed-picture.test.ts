import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { GameCard } from '#features/catalogue/catalogue.contract.ts'
import { imageServiceAddress } from '#features/catalogue/catalogue.rules.ts'
import { createImages, type Images } from '#server/images.ts'
import { createLog } from '#server/log.ts'
import { poster, sheet } from '#server/pictures/parts.ts'
import { PALETTES } from '#shared/cover/palettes.ts'
import { cover } from '#shared/cover.ts'
import type { GameId } from '#shared/ids.ts'
import { composePicture } from './composed-picture.service.ts'

/** The composition, the image service and a host of covers, together. */
const SIZE = { width: 300, height: 400 }
let host: Server
let origin: string
let images: Images
let folder: string
let status = 200
let asked = 0
let now = new Date('2026-03-01T12:00:00.000Z')

beforeAll(async () => {
  const red = await sharp({ create: { width: 528, height: 704, channels: 3, background: '#ff0000' } })
    .jpeg()
    .toBuffer()
  host = createServer((_, response) => {
    asked += 1
    if (status === 200) response.end(red)
    else response.writeHead(status).end()
  })
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(host.address() as AddressInfo).port}`
})
afterAll(async () => {
  host.closeAllConnections()
  await new Promise((resolve) => host.close(resolve))
})

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'savepoint-composed-'))
  status = 200
  asked = 0
  images = open(true)
  return () => rmSync(folder, { recursive: true, force: true })
})

const open = (isOn: boolean) =>
  createImages({
    folder,
    isOn,
    probe: new URL(`${origin}/probe.jpg`),
    log: createLog('silent'),
    clock: () => now,
    host: { reachable: 'yes' },
    origins: [origin],
    mayConnect: () => true,
    onChange: async () => {},
  })

const card = (more: Partial<GameCard> = {}): GameCard => ({
  id: 'igdb_1' as GameId,
  name: 'Hades',
  year: 2020,
  genre: 'Roguelike',
  developer: null,
  cover_url: imageServiceAddress(`${origin}/cover.jpg`, 528),
  ...more,
})
const compose = (game: GameCard) =>
  composePicture(
    { catalogue: { images } },
    { games: [game], size: SIZE, origins: [origin], layout: ([cover]) => sheet({}, [poster(cover!, SIZE.width)]) },
  )
/** Returns whether the picture shows the cover of the host, which is red. */
async function isRed(picture: Uint8Array): Promise<boolean> {
  const { r, g, b } = (await sharp(picture).stats()).dominant
  return r > 200 && g < 60 && b < 60
}

test('shows the game’s own cover, and fetches it once', async () => {
  const [first, second] = await Promise.all([compose(card()), compose(card())])
  expect(await isRed(first)).toBe(true)
  expect(Buffer.from(first).equals(second)).toBe(true)
  expect(await isRed(await compose(card()))).toBe(true)
  expect(asked).toBe(1)
})

test('shows the generated cover of a game without a cover, from which nothing is fetched', async () => {
  expect(await isRed(await compose(card({ cover_url: null })))).toBe(false)
  expect(asked).toBe(0)
})

test('shows the generated cover when the host does not have the picture, and stores the result', async () => {
  status = 404
  expect(await isRed(await compose(card()))).toBe(false)
  expect(readdirSync(folder).length).toBe(1)
})

test('shows the generated cover while the host fails, and the cover when it responds again', async () => {
  status = 503
  expect(await isRed(await compose(card()))).toBe(false)
  expect(readdirSync(folder)).toEqual([])
  status = 200
  now = new Date(now.getTime() + 120_000)
  expect(await isRed(await compose(card()))).toBe(true)
})

test('fetches nothing when pictures are off', async () => {
  images = open(false)
  expect(await isRed(await compose(card()))).toBe(false)
  expect(asked).toBe(0)
})

test('is another picture when a game gets another name or cover', async () => {
  const of = async (game: GameCard) => Buffer.from(await compose(game)).toString('base64')
  const pictures = [
    await of(card({ cover_url: null })),
    await of(card({ cover_url: null, name: 'Hades II' })),
    await of(card({ cover_url: null, genre: 'Racing' })),
    await of(card()),
  ]
  expect(new Set(pictures).size).toBe(4)
})

test('keeps the title of a generated cover inside it, also from right to left', async () => {
  const name = 'مرحبا بالعالم'
  const { data, info } = await sharp(await compose(card({ name, cover_url: null })))
    .raw()
    .toBuffer({ resolveWithObject: true })
  const ground = /fill="(#\w{6})"/.exec(cover({ title: name, year: 2020 }))?.[1]
  const ink = Number.parseInt(PALETTES.find(({ bg }) => bg === ground)?.fg.slice(1) as string, 16)
  const columns = new Set<number>()
  for (let at = 0; at < data.length; at += info.channels)
    if (data.readUIntBE(at, 3) === ink) columns.add((at / info.channels) % info.width)
  expect(Math.min(...columns)).toBeLessThan(SIZE.width / 2)
  expect(Math.max(...columns)).toBeLessThan(SIZE.width - 15)
})
