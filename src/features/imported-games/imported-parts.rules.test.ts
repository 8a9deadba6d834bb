import { describe, expect, test } from 'vitest'
import { COPIES_MAX } from '#features/copies/copies.rules.ts'
import { type CopyFacts, copiesFor, type ImportedCopy } from '#features/copies/imported-copies.rules.ts'
import { type MemberShelves, shelfOfTag, shelvesFor } from '#features/shelves/imported-shelves.rules.ts'
import { OWN_SHELVES_MAX, SHELVES_OF_GAME_MAX } from '#features/shelves/own-shelves.rules.ts'

const copy = (facts: Partial<ImportedCopy> = {}): ImportedCopy => ({
  platform: null,
  store: null,
  edition: null,
  is_physical: false,
  got_on: null,
  price: null,
  currency: null,
  lent_to: null,
  lent_on: null,
  ...facts,
})

describe('the copies that an import adds', () => {
  const added = (given: readonly ImportedCopy[], own: readonly CopyFacts[]) =>
    copiesFor(given, own).copies.map(({ store, platform }) => store ?? platform)

  test('are those of which the entry has none, names in any case', () => {
    expect(added([copy({ store: 'Steam' }), copy({ store: 'GOG' })], [copy({ store: 'steam' })])).toEqual(['GOG'])
  })
  test('are none when the entry has one of which less, or more, is known', () => {
    expect(added([copy({ store: 'GOG', platform: 'PC' })], [copy({ platform: 'PC' })])).toEqual([])
    expect(added([copy()], [copy({ store: 'GOG', got_on: '2020' })])).toEqual([])
  })
  test('are one when a fact differs', () => {
    expect(added([copy({ store: 'GOG', is_physical: true })], [copy({ store: 'GOG' })])).toEqual(['GOG'])
  })
  test('two alike are two, and a copy of which little is known takes the place of no equal one', () => {
    expect(added([copy({ store: 'GOG' }), copy({ store: 'GOG' })], [copy({ store: 'GOG' })])).toEqual(['GOG'])
    expect(added([copy(), copy({ store: 'GOG' })], [copy({ store: 'GOG' }), copy()])).toEqual([])
  })
  test('fit into the limit', () => {
    const own = Array.from({ length: COPIES_MAX - 1 }, (_, at) => copy({ store: `Shop ${at}` }))
    const { copies, overLimit } = copiesFor([copy({ store: 'A' }), copy({ store: 'B' })], own)
    expect([copies.length, overLimit]).toEqual([1, 1])
  })
})

describe('the shelves on which an import puts a game', () => {
  const names = (shelves: MemberShelves) => shelves.map(({ name }) => name)
  test('are those on which it is not, and new ones count once for a batch', () => {
    const shelves: MemberShelves = [{ name: 'Couch', is_queue: false }]
    const given = [shelfOfTag('couch'), shelfOfTag('New'), shelfOfTag('NEW')]
    expect(shelvesFor(given, [{ name: 'Couch', is_queue: false }], shelves).shelves.map(({ name }) => name)).toEqual([
      'New',
    ])
    expect(shelvesFor(given, [], shelves).shelves).toHaveLength(2)
    expect(names(shelves)).toEqual(['Couch', 'New'])
  })
  test('are no more than a member and a game can have', () => {
    const shelves = Array.from({ length: OWN_SHELVES_MAX }, (_, at) => ({ name: `${at}`, is_queue: false }))
    expect(shelvesFor([shelfOfTag('New'), shelfOfTag('1')], [], shelves)).toMatchObject({
      shelves: [{ name: '1' }],
      overLimit: 1,
    })
    const held = shelves.slice(0, SHELVES_OF_GAME_MAX)
    expect(shelvesFor([shelfOfTag('99')], held, shelves).overLimit).toBe(1)
  })
  test('the queue has its name here', () => {
    const queue = { ...shelfOfTag('Next'), is_queue: true }
    expect(shelvesFor([queue], [{ name: 'Up next', is_queue: true }], []).shelves).toEqual([])
    expect(shelvesFor([queue], [{ name: 'Next', is_queue: false }], []).shelves).toEqual([queue])
  })
})
