import { describe, expect, test } from 'vitest'
import { searchTextOf } from '#features/catalogue/server/names/names.ts'
import { likenessOf } from './likeness.ts'
import type { GameFacts } from './matching.queries.ts'
import { matchRecord, type RecordEvidence } from './matching.rules.ts'
import { namedGame } from './named-game.ts'
import { platformsOf } from './platforms-of.ts'
import { readTitle } from './title-forms.ts'

interface Stored extends Partial<GameFacts> {
  id: string
  name: string
  year?: number
  others?: string[]
}

const PS2 = 8
const PS4 = 48

/** Judges a title with these games as candidates; returns the id of the game that is sure, or the state. */
function decide(title: string, games: readonly Stored[], more: Partial<RecordEvidence> & { on?: string } = {}): string {
  const read = readTitle(title, null)
  const evidence: RecordEvidence = {
    year: read.year,
    platforms: platformsOf(more.on === undefined ? read.platformNames : [more.on]),
    otherIgdbId: null,
    hasOtherSteamId: false,
    isPart: read.isPart,
    hasOnlyKnownWords: true,
    ...more,
  }
  const candidates = games.flatMap(({ year, others = [], ...facts }) => {
    const game = namedGame({
      first_release_date: year === undefined ? null : Date.UTC(year, 5, 1) / 1000,
      platform_ids: [],
      renown: 50,
      game_type: null,
      parent_id: null,
      series: null,
      is_at_steam: false,
      search_text: searchTextOf(facts.name, others, facts.renown ?? 50),
      ...facts,
    })
    const likeness = likenessOf(read.forms, game)
    return likeness ? [{ game, likeness }] : []
  })
  const verdict = matchRecord(evidence, candidates)
  return verdict.state === 'matched' ? verdict.gameId : verdict.state
}

const OLD = { id: 'old', name: 'Prey', year: 2006, platform_ids: [PS2], renown: 60 }
const NEW = { id: 'new', name: 'Prey', year: 2017, platform_ids: [PS4], renown: 70 }

describe('games with the same name', () => {
  test('are decided by the year, with one year of difference between regions', () => {
    expect(decide('Prey', [OLD, NEW], { year: 2017 })).toBe('new')
    expect(decide('Prey (2006)', [OLD, NEW])).toBe('old')
    expect(decide('Prey', [OLD, NEW], { year: 2007 })).toBe('old')
  })

  test('are decided by the platform before one on which the game only runs too', () => {
    expect(decide('Prey', [OLD, NEW], { on: 'PS4' })).toBe('new')
    expect(decide('Prey', [OLD, NEW], { on: 'PlayStation 3' })).toBe('old')
  })

  test('ask without either, unless one is far better known', () => {
    expect(decide('Prey', [OLD, NEW])).toBe('doubtful')
    expect(decide('Prey', [{ ...OLD, renown: 10 }, NEW])).toBe('new')
  })

  test('ask when the year is of neither', () => {
    expect(decide('Prey', [OLD, NEW], { year: 1996 })).toBe('doubtful')
    expect(decide('Prey', [NEW], { year: 2006 })).toBe('doubtful')
  })

  test('are the one of early access when the platform agrees', () => {
    expect(decide('Prey', [NEW], { year: 2015, on: 'PS4' })).toBe('new')
    expect(decide('Prey', [NEW], { year: 2015 })).toBe('doubtful')
    expect(decide('Prey', [NEW], { year: 2013, on: 'PS4' })).toBe('doubtful')
  })
})

describe('one game with the name', () => {
  test('is sure without a year, and asks on a platform that it is not on', () => {
    expect(decide('Prey', [NEW])).toBe('new')
    expect(decide('Prey', [NEW], { on: 'Dreamcast' })).toBe('doubtful')
    expect(decide('Prey', [NEW], { on: 'A platform of my own' })).toBe('new')
  })

  test('is the game and not its add-on, and the literal name before another spelling', () => {
    const addOn = { id: 'add-on', name: 'Prey', year: 2017, game_type: 1 }
    expect(decide('Prey', [addOn, NEW], { year: 2017 })).toBe('new')
    const spellings = [
      { id: 'roman', name: 'Warfare II' },
      { id: 'arabic', name: 'Warfare 2' },
    ]
    expect(decide('Warfare II', spellings)).toBe('roman')
    expect(decide('WARFARE 2™', spellings)).toBe('arabic')
  })
})

describe('another game with a similar name', () => {
  const BASE = { id: 'base', name: 'Marmot Quest', year: 2010, renown: 90, series: 'Marmot' }

  test.each([
    'Marmot Quest II',
    'Marmot Quest: Remastered',
    'Marmot Quest - Definitive Edition',
    'Marmot Quest+',
    'Marmot Quest Soundtrack',
    'Marmot Quest: The Burrow',
    'Marmot Guest Demo',
    'Marmot',
  ])('%s is not sure', (title) => {
    expect(decide(title, [BASE])).not.toBe('base')
  })

  test('is sure as a package, and as a version of the same year', () => {
    expect(decide('Marmot Quest: Game of the Year Edition', [BASE])).toBe('base')
    expect(decide('Marmot Quest - Definitive Edition', [BASE], { year: 2010 })).toBe('base')
    expect(decide('Marmot Quest: Remastered', [BASE], { year: 2010 })).not.toBe('base')
  })

  test('is a typing error only with a word that no known game has', () => {
    expect(decide('Marmot Qest', [BASE], { hasOnlyKnownWords: false })).toBe('base')
    expect(decide('Marmot Guest', [BASE])).toBe('doubtful')
    expect(decide('Marmots Quest', [BASE])).toBe('doubtful')
    expect(decide('Narmot Quest', [BASE], { hasOnlyKnownWords: false })).toBe('doubtful')
    expect(decide('Marmot Quest Two', [{ ...BASE, name: 'Marmot Quest One' }], { year: 2010 })).not.toBe('base')
  })

  test('has another id', () => {
    expect(decide('Marmot Quest', [{ ...BASE, id: 'igdb_1' }], { otherIgdbId: 'igdb_2' })).toBe('doubtful')
    expect(decide('Marmot Quest', [{ ...BASE, is_at_steam: true }], { hasOtherSteamId: true })).toBe('doubtful')
  })
})

test('a name without its subtitle is sure with the year, or for a well-known game with a number', () => {
  const witcher = { id: 'w', name: 'The Witcher 3: Wild Hunt', year: 2015, renown: 95, series: 'The Witcher' }
  expect(decide('Witcher 3', [witcher])).toBe('w')
  expect(decide('Wild Hunt', [{ ...witcher, renown: 30 }])).toBe('doubtful')
  expect(decide('Witcher 3', [{ ...witcher, renown: 30 }], { year: 2015 })).toBe('w')
})
