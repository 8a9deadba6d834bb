import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addGames } from '#tests/support/fixtures.ts'
import { type Member, signUp } from '#tests/support/members.ts'
import { useTestApp } from '#tests/support/test-app.ts'
import { COPIES_MAX } from '../copies.rules.ts'
import { COPY_TEXTS } from '../copies.texts.ts'

const app = useTestApp()
const GAMES = ['igdb_401', 'igdb_402', 'igdb_403', 'igdb_404']
const [A = '', B = '', C = '', D = ''] = GAMES
const NOTHING = {
  platform: null,
  store: null,
  edition: null,
  got_on: null,
  price: null,
  currency: null,
  lent_to: null,
  lent_on: null,
}
const DISC = {
  platform: 'PlayStation 4',
  store: 'Corner shop',
  edition: 'Game of the Year',
  is_physical: true,
  got_on: '2019-05',
  price: 19.99,
  currency: 'EUR',
  lent_to: 'Ann',
  lent_on: '2026-02-01',
}
let ann: Member
let bob: Member

beforeAll(async () => {
  app.time.now = new Date('2026-03-01T12:00:00Z')
  await addGames(app, GAMES)
  ann = await signUp(app, { username: 'ann' })
  bob = await signUp(app, { username: 'bob' })
})
beforeEach(async () => {
  await app.db.deleteFrom('user_games').execute()
  for (const id of [A, B, C]) await ann.post('/api/library', { game_id: id })
  await bob.post('/api/library', { game_id: D })
})
const path = (game: string, id?: string) => `/api/library/${game}/copies${id === undefined ? '' : `/${id}`}`
const add = async (draft: object, game = A, who = ann) => (await who.post(path(game), draft)).body.copy
const copies = async (game = A, who = ann) => (await who.get(path(game))).body.copies
const stored = () => app.db.selectFrom('game_copies').selectAll().orderBy('id').execute()

describe('the copies of a game', () => {
  test('a copy keeps all that is noted, and what is missing is unknown', async () => {
    const answer = await ann.post(path(A), DISC)
    expect([answer.status, answer.body.copy]).toMatchObject([201, DISC])
    expect(await add({ is_physical: false })).toMatchObject({ ...NOTHING, is_physical: false })
    expect(await copies()).toMatchObject([DISC, { ...NOTHING, is_physical: false }])
    expect(await copies(B)).toEqual([])
  })

  test('a change over one that another device has made is refused, and one of two at once', async () => {
    const { id, ...seen } = await add(DISC)
    const change = (draft: object) => ann.put(path(A, id), { ...DISC, ...draft })
    expect((await change({ store: 'Online', seen })).status).toBe(200)
    const { status, body } = await change({ edition: 'First', seen })
    expect([status, body.code, body.error]).toEqual([409, 'changed_by_somebody', COPY_TEXTS.changed])
    expect(await copies()).toMatchObject([{ ...DISC, store: 'Online' }])
    const both = await Promise.all(
      ['Red', 'Blue'].map((edition) => change({ edition, seen: { ...seen, store: 'Online' } })),
    )
    expect(both.map((answer) => answer.status).toSorted()).toEqual([200, 409])
    expect((await change({ edition: 'First' })).status).toBe(200)
  })

  test('texts are one line without spaces around, and an empty one is unknown', async () => {
    const copy = await add({ is_physical: true, platform: ' Super \n NES ', store: ' \u200b ', lent_to: '' })
    expect(copy).toMatchObject({ platform: 'Super NES', store: null, lent_to: null })
  })

  test.each([
    ['no kind', { is_physical: undefined }, 'Say whether the copy is physical or digital'],
    ['a price below 0', { price: -0.01 }, 'A price cannot be below 0'],
    ['a price above all', { price: 10_000_000 }, 'A price cannot be above 9,999,999.99'],
    ['a price as text', { price: '20' }, 'A price is a number such as 59.99'],
    ['three decimals', { price: 1.005 }, 'A price has at most two decimals'],
    ['a price without a currency', { currency: null }, 'Choose the currency of the price'],
    ['a made-up currency', { currency: 'XXZ' }, 'Choose the currency of the price'],
    ['a day of year 0', { got_on: '0000-01-01' }, 'A date is a year, a month or a day: 2012, 2012-05 or 2012-05-17'],
    [
      'a day that does not exist',
      { got_on: '2025-02-30' },
      'A date is a year, a month or a day: 2012, 2012-05 or 2012-05-17',
    ],
    ['a day before 1970', { got_on: '1969-12-31' }, 'A date cannot be before 1970'],
    ['a day in the future', { got_on: '2026-03-04' }, 'This day is in the future'],
    ['a loan in the future', { lent_on: '2027' }, 'This day is in the future'],
    ['a loan before it was got', { lent_on: '2019-04-30' }, 'It cannot be lent before you got it'],
    ['a loan to nobody', { lent_to: ' ' }, 'Name the person who has it, or leave the day empty'],
    ['a long platform', { platform: 'x'.repeat(61) }, 'Platform must be 60 characters or less'],
    ['a long store', { store: 'x'.repeat(61) }, 'Store must be 60 characters or less'],
    ['a long edition', { edition: 'x'.repeat(61) }, 'Edition must be 60 characters or less'],
    ['a long name', { lent_to: 'x'.repeat(61) }, 'Name must be 60 characters or less'],
  ])('%s is refused with a sentence, and nothing is written', async (_what, change, error) => {
    const answer = await ann.post(path(A), { ...DISC, ...change })
    expect([answer.status, answer.body.error]).toEqual([400, error])
    const copy = await add(DISC)
    const edited = await ann.put(path(A, copy.id), { ...DISC, ...change })
    expect([edited.status, edited.body.error]).toEqual([400, error])
    expect(await copies()).toEqual([copy])
  })

  test('a currency without a price is left out', async () => {
    expect(await add({ ...DISC, price: null })).toMatchObject({ price: null, currency: null })
    expect(await add({ ...DISC, price: 0 })).toMatchObject({ price: 0, currency: 'EUR' })
  })

  test('an edit replaces all of it', async () => {
    const { id } = await add(DISC)
    const answer = await ann.put(path(A, id), { is_physical: false, store: 'GOG' })
    expect([answer.status, answer.body.copy]).toEqual([200, { id, ...NOTHING, is_physical: false, store: 'GOG' }])
    expect(await copies()).toEqual([answer.body.copy])
  })

  test('a deleted copy is gone, and adding it again brings all of it back', async () => {
    const { id, ...copy } = await add(DISC)
    expect((await ann.delete(path(A, id))).status).toBe(204)
    expect((await ann.delete(path(A, id))).body.code).toBe('copy_not_found')
    expect(await copies()).toEqual([])
    expect(await add(copy)).toMatchObject(copy)
  })

  test('a game that is not in the library has no copies', async () => {
    const answer = await ann.post(path(D), DISC)
    expect([answer.status, answer.body.code]).toEqual([404, 'entry_not_found'])
    expect(await copies(D)).toEqual([])
  })

  test('nobody reads, changes or deletes the copy of another member', async () => {
    await bob.post('/api/library', { game_id: A })
    const { id } = await add(DISC)
    expect(await copies(A, bob)).toEqual([])
    for (const answer of [
      await bob.put(path(A, id), { ...DISC, price: 1 }),
      await bob.delete(path(A, id)),
      // Of another game of the owner, too.
      await ann.put(path(B, id), DISC),
      await ann.delete(path(B, id)),
    ])
      expect([answer.status, answer.body.code]).toEqual([404, 'copy_not_found'])
    expect(await copies()).toMatchObject([DISC])
  })

  test(`a game has at most ${COPIES_MAX} copies, also when two requests come at once`, async () => {
    const row = { user_id: ann.user.id, game_id: A, is_physical: true, created_at: app.time.now }
    await app.db
      .insertInto('game_copies')
      .values(Array.from({ length: COPIES_MAX - 1 }, () => row))
      .execute()
    const answers = await Promise.all([0, 1, 2].map(() => ann.post(path(A), DISC)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
    expect(answers.find(({ status }) => status === 409)?.body.error).toBe('One game can have at most 30 copies')
  })

  test('copies leave the library with their game, and with the account', async () => {
    await add(DISC)
    await add(DISC, B)
    await ann.delete(`/api/library/${A}`)
    expect(await stored()).toMatchObject([{ game_id: B }])
    const gone = await signUp(app)
    await gone.post('/api/library', { game_id: A })
    await add(DISC, A, gone)
    await app.db.deleteFrom('profiles').where('id', '=', gone.user.id).execute()
    expect(await stored()).toMatchObject([{ user_id: ann.user.id }])
  })

  test('an export has them', async () => {
    await add(DISC)
    const { data } = (await ann.get('/api/user/export')).body
    expect(data.game_copies).toMatchObject([
      { game_id: A, store: 'Corner shop', lent_to: 'Ann', got_precision: 'month' },
    ])
  })
})

describe('the library by copies', () => {
  const found = async (filter: Record<string, string>, list = '/api/library', who: Pick<Member, 'get'> = ann) =>
    (await who.get(`${list}?${new URLSearchParams({ sort: 'name', ...filter })}`)).body.data.map(
      ({ game_id }: { game_id: string }) => game_id,
    )
  beforeEach(async () => {
    await add({ is_physical: true, platform: 'PS4', store: 'Shop' })
    await add({ is_physical: false, platform: 'PC', store: 'steam', edition: 'Gold', got_on: '2019-05' })
    await add({ is_physical: true, platform: 'ps4', store: 'Shop', lent_to: 'Ann', price: 5, currency: 'GBP' }, B)
  })

  test.each([
    ['all that are owned', { copy: 'owned' }, [A, B]],
    ['those that are not', { copy: 'none' }, [C]],
    ['physical ones', { copy: 'physical' }, [A, B]],
    ['digital ones', { copy: 'digital' }, [A]],
    ['those that are lent', { copy: 'lent' }, [B]],
    ['by platform, in any case', { copy_platform: 'Ps4' }, [A, B]],
    ['by store, in any case', { copy_store: 'Steam' }, [A]],
    ['by all three of the same copy', { copy: 'physical', copy_platform: 'PC', copy_store: 'Steam' }, []],
    ['those without a copy for a platform', { copy: 'none', copy_platform: 'PC' }, [B, C]],
    ['by edition, in any case', { copy_edition: 'gold' }, [A]],
    ['by the year in which it was bought', { copy_got: '2019' }, [A]],
    ['none of another year', { copy_got: '2020' }, []],
    ['by who has borrowed it', { copy_lent_to: 'ann' }, [B]],
    ['by price', { copy_price: '5..6' }, [B]],
    ['by price below an end', { copy_price: '0..5' }, []],
    ['by price without an end', { copy_price: '4..' }, [B]],
    ['by one price', { copy_price: '5..5' }, [B]],
    ['none of another price', { copy_price: '4..4' }, []],
    ['what is true of one copy alone', { copy_edition: 'Gold', copy_lent_to: 'Ann' }, []],
    [
      'all, for a filter without a meaning',
      { copy: 'stolen', copy_store: ' ', copy_got: '19', copy_price: '9..1' },
      [A, B, C],
    ],
  ])('a filter finds %s', async (_what, filter, games) => {
    expect(await found(filter)).toEqual(games)
  })

  test('others cannot filter by copies', async () => {
    for (const who of [bob, app.visitor()])
      expect(await found({ copy: 'lent', copy_store: 'Shop' }, '/api/profiles/ann/games', who)).toEqual([A, B, C])
  })

  test('the summary counts copies, platforms and stores', async () => {
    await add({ is_physical: false, platform: 'PC' }, A)
    expect((await ann.get('/api/library/copies')).body).toEqual({
      total: 4,
      lent: 1,
      platforms: [
        { name: 'PS4', count: 2 },
        { name: 'PC', count: 1 },
      ],
      stores: [
        { name: 'Shop', count: 2 },
        { name: 'steam', count: 1 },
      ],
      editions: [{ name: 'Gold', count: 1 }],
      years: [{ name: '2019', count: 1 }],
      borrowers: [{ name: 'Ann', count: 1 }],
      has_prices: true,
      currency: 'GBP',
    })
    expect((await bob.get('/api/library/copies')).body).toEqual({
      total: 0,
      lent: 0,
      platforms: [],
      stores: [],
      editions: [],
      years: [],
      borrowers: [],
      has_prices: false,
      currency: null,
    })
  })
})
