import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { compressed } from './answer.ts'

const TEXTS = {
  ascii: 'a thing '.repeat(500),
  Latin: 'Pokémon '.repeat(500),
  wide: 'Baldur’s Gate 🎮 ゼルダ '.repeat(5_000),
  'half a pair': `${'a thing '.repeat(500)}\ud83c`,
  'very long': 'Baldur’s Gate '.repeat(50_000),
} as const
type Kind = keyof typeof TEXTS

/** The text of each kind after others, as the pieces of a page are. */
const piecesOf = (kind: Kind) => ['<p>é', '', TEXTS[kind], '…</p>']

const app = new Hono()
  .get('/:kind', (c) => compressed(c, TEXTS[c.req.param('kind') as Kind], 200, new Headers()))
  .get('/:kind/pieces', (c) => compressed(c, piecesOf(c.req.param('kind') as Kind), 200, new Headers()))

const DECODERS = {
  zstd: zstdDecompressSync,
  br: brotliDecompressSync,
  gzip: gunzipSync,
  none: (bytes: Buffer) => bytes,
}

async function get(kind: Kind, accepted: string, part = ''): Promise<[string, string]> {
  const response = await app.request(`/${encodeURIComponent(kind)}${part}`, {
    headers: { 'accept-encoding': accepted },
  })
  const encoding = (response.headers.get('content-encoding') ?? 'none') as keyof typeof DECODERS
  return [encoding, DECODERS[encoding](Buffer.from(await response.arrayBuffer())).toString()]
}

test.each(Object.keys(TEXTS) as Kind[])('a text of kind "%s" arrives whole in every encoding', async (kind) => {
  const text = TEXTS[kind].toWellFormed()
  for (const encoding of ['zstd', 'br', 'gzip', 'none']) {
    // Compressing a very long text must not hold up everybody else.
    const given = kind === 'very long' && encoding === 'zstd' ? 'none' : encoding
    expect(await get(kind, encoding)).toEqual([given, text])
    expect(await get(kind, encoding, '/pieces')).toEqual([given, piecesOf(kind).join('').toWellFormed()])
  }
})

test('a browser that accepts everything gets the fastest encoding, and texts that are sent together stay apart', async () => {
  const kinds = Object.keys(TEXTS) as Kind[]
  const answers = await Promise.all(kinds.map((kind) => get(kind, 'gzip, deflate, br, zstd')))
  expect(answers).toEqual(kinds.map((kind) => [kind === 'very long' ? 'br' : 'zstd', TEXTS[kind].toWellFormed()]))
})
