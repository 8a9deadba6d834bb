import { beforeAll, expect, test } from 'vitest'
import { type Client, useTestApp } from '#tests/support/test-app.ts'
import { loadStarterCatalogue } from '../catalogue.service.ts'

const app = useTestApp()
let visitor: Client
beforeAll(async () => {
  await loadStarterCatalogue(app.db)
  visitor = app.visitor()
})

/** What a search in the catalogue shows: the best match, or with a question mark the game that the text may mean. */
async function shownFor(text: string): Promise<string | null> {
  const { body } = await visitor.get(`/api/games?search=${encodeURIComponent(text)}`)
  if (body.games.length > 0) return body.games[0].name
  return body.meant ? `${body.meant.name}?` : null
}

/** Texts too unlike a name to find it, and what they mean. */
test.each([
  ['skirym', 'The Elder Scrolls V: Skyrim?'],
  ['persona fiev royl', 'Persona 5 Royal?'],
  ['hollow knight', 'Hollow Knight'],
  ['bloddbornne', 'Bloodborne'],
  ['bioshok infinit', 'BioShock Infinite'],
  ['metroyd dreed', 'Metroid Dread'],
])('the slip %s shows %s', async (text, expected) => {
  expect(await shownFor(text)).toBe(expected)
})

test.each([
  'xylophone tax returns',
  'zzqqxx',
  'invoice template',
  'garden hose adapter',
  'quarterly report',
  'blorptastic',
  'my dentist appointment',
  'flurbing snorkwaffle',
  'kitchen table paint',
  'weather tomorrow berlin',
  'hjkl asdf',
  'blue suede toothbrush',
  'mortgage rate',
  'vacuum cleaner bags',
  'how to boil an egg',
  'unter den linden',
  'zymurgy handbook',
  'nasdaq index',
  'plimsoll sprocket',
  'tofu lasagne',
])('the unknown name %s shows nothing, and proposes nothing', async (text) => {
  expect(await shownFor(text)).toBeNull()
})

test('nothing is proposed where a filter leaves out what was found, or for a text without letters', async () => {
  for (const query of ['search=zelda&year=1975', 'search=skirym&year=1975', 'search=%25%25%25', 'year=1975'])
    expect((await visitor.get(`/api/games?${query}`)).body, query).not.toHaveProperty('meant')
})

test('the search of everything proposes the same, if it finds nothing at all', async () => {
  const meant = async (text: string) => (await visitor.get(`/api/search?q=${encodeURIComponent(text)}`)).body
  expect(await meant('skirym')).toEqual({
    groups: [],
    missing: [],
    meant: { title: 'The Elder Scrolls V: Skyrim', path: expect.stringMatching(/^\/game\//) },
  })
  for (const text of ['zzqqxx', 'skyrim', '@skirym']) expect(await meant(text), text).not.toHaveProperty('meant')
})
