import { describe, expect, test } from 'vitest'
import { seededRandom } from '#db/seed/seeded-random.ts'
import { HOSTILE_TEXTS, randomQuery } from '#tests/support/random-query.ts'
import { type ParseOptions, parseQuery } from './parse.ts'
import { printQuery, quoted } from './print.ts'
import { type Condition, type Query, QuerySyntaxError } from './query.ts'

const EMPTY: Query = { fields: null, exclude: [], where: null, sort: null, limit: null, offset: null, search: null }
const where = (text: string) => parseQuery(`where ${text};`).where
const failure = (text: string, options?: ParseOptions) => {
  try {
    parseQuery(text, options)
  } catch (error) {
    if (error instanceof QuerySyntaxError) return error
    throw error
  }
  throw new Error(`understood: ${text}`)
}

describe('statements', () => {
  test('are parsed in any order, in long and short form', () => {
    const long = parseQuery(
      'limit 33; where id = 1; fields name, cover.*, involved_companies.company.name; offset 66; exclude tags, keywords; sort name desc;',
    )
    expect(long).toEqual({
      fields: [['name'], ['cover', '*'], ['involved_companies', 'company', 'name']],
      exclude: [['tags'], ['keywords']],
      where: { kind: 'value', path: ['id'], isNegated: false, value: 1 },
      sort: { path: ['name'], direction: 'desc' },
      limit: 33,
      offset: 66,
      search: null,
    })
    expect(
      parseQuery('l 33; w id = 1; f name,cover.*,involved_companies.company.name; o 66; x tags,keywords; s name desc;'),
    ).toEqual(long)
  })

  test('may be missing, with comments and blank lines between them', () => {
    expect(parseQuery('')).toEqual(EMPTY)
    expect(parseQuery(' // nothing "here;\r\n\t// nor here')).toEqual(EMPTY)
    expect(parseQuery('fields *; // all of it; limit 5;\nsearch "halo"; // over')).toEqual({
      ...EMPTY,
      fields: [['*']],
      search: 'halo',
    })
  })

  test('may occur once each, in any spelling', () => {
    expect(failure('fields a; limit 1; f b;').message).toBe(
      'The statement fields stands twice, the second time at line 1, column 20',
    )
  })

  test('fields may have the names of statements and literals', () => {
    expect(parseQuery('fields fields,t,null.n; where f = f & limit = 3;')).toMatchObject({
      fields: [['fields'], ['t'], ['null', 'n']],
      where: {
        of: [
          { path: ['f'], value: false },
          { path: ['limit'], value: 3 },
        ],
      },
    })
  })
})

describe('where', () => {
  const text = (isExact: boolean, position: string, isNegated = false) => ({
    kind: 'text',
    path: ['a'],
    isNegated,
    isExact,
    position,
    value: 'x',
  })
  const list = (quantity: string, isNegated = false) => ({
    kind: 'list',
    path: ['a'],
    isNegated,
    quantity,
    values: [1, 2],
  })
  const value = (value: unknown, isNegated = false) => ({ kind: 'value', path: ['a'], isNegated, value })

  test.each([
    ['a = 1', value(1)],
    ['a != -1.25', value(-1.25, true)],
    ['a=true', value(true)],
    ['a = t', value(true)],
    ['a != f', value(false, true)],
    ['a = null', value(null)],
    ['a != n', value(null, true)],
    ['a > 1', { kind: 'order', path: ['a'], operator: '>', value: 1 }],
    ['a <= -5', { kind: 'order', path: ['a'], operator: '<=', value: -5 }],
    ['a = "x"', text(true, 'whole')],
    ['a != "x"*', text(true, 'prefix', true)],
    ['a = *"x"', text(true, 'suffix')],
    ['a = *"x"*', text(true, 'infix')],
    ['a ~ "x"', text(false, 'whole')],
    ['a ~ "x"*', text(false, 'prefix')],
    ['a ~ *"x"', text(false, 'suffix')],
    ['a ~ *"x"*', text(false, 'infix')],
    ['a = [1,2]', list('every')],
    ['a = ![1,2]', list('every', true)],
    ['a = (1,2)', list('some')],
    ['a = !(1, 2)', list('some', true)],
    ['a != (1,2)', list('some', true)],
    ['a = {1,2}', list('exactly')],
    ['a != {1,2}', list('exactly', true)],
  ])('%s', (asked, understood) => {
    expect(where(asked)).toEqual(understood)
  })

  test('& binds more tightly than |, and parentheses more tightly than both', () => {
    const is = (name: string): Condition => ({ kind: 'value', path: [name], isNegated: false, value: 1 })
    const all = (...of: Condition[]): Condition => ({ kind: 'all', of })
    const any = (...of: Condition[]): Condition => ({ kind: 'any', of })
    expect(where('a=1 | b=1 & c=1 | d=1')).toEqual(any(is('a'), all(is('b'), is('c')), is('d')))
    expect(where('(a=1 | b=1) & c=1')).toEqual(all(any(is('a'), is('b')), is('c')))
    expect(where('((a=1 & (b=1 & c=1)))')).toEqual(all(is('a'), is('b'), is('c')))
  })

  test('a literal may contain escaped quotes and backslashes, and text that looks like a comment or an end', () => {
    expect(where('a = "say \\"hi\\"; \\\\ // no"')).toMatchObject({ value: 'say "hi"; \\ // no' })
    for (const hostile of HOSTILE_TEXTS) expect(where(`a = ${quoted(hostile)}`)).toMatchObject({ value: hostile })
  })

  test('a game may be given by its prefixed id where the option allows it', () => {
    const named = parseQuery('where id = igdb_1942 | id = (igdb_7,"igdb_8",9);', { mayNameGames: true })
    expect(named.where).toMatchObject({ of: [{ value: 'igdb_1942' }, { values: ['igdb_7', 'igdb_8', 9] }] })
    expect(failure('where id = igdb_1942;').message).toContain('Expecting a value')
  })
})

describe('a syntax error is one sentence with its position', () => {
  test.each([
    ['fields name', "Expecting ';' and not the end", 1, 12],
    ['search Diablo;', 'Expecting a string in double quotes and not Diablo', 1, 8],
    ['fields name;\nwhere id == 1;', 'Expecting a value and not =', 2, 11],
    ['fields name;\n  gibberish 1;', 'Expecting a statement and not gibberish', 2, 3],
    ['constructor 1;', 'Expecting a statement and not constructor', 1, 1],
    [';', 'Expecting a statement and not ;', 1, 1],
    ['fields ;', 'Expecting a field name and not ;', 1, 8],
    ['fields a..b;', 'Expecting a field name and not .', 1, 10],
    ['fields *.a;', "Expecting ';' and not .", 1, 9],
    ['exclude *;', 'Expecting a field name and not *', 1, 9],
    ['limit 0;', 'Expecting a whole number from 1 on and not 0', 1, 7],
    ['limit 1.5;', 'Expecting a whole number from 1 on and not 1.5', 1, 7],
    ['offset -1;', 'Expecting a whole number from 0 on and not -1', 1, 8],
    ['where a > "x";', 'Expecting a number after > and not "x"', 1, 11],
    ['where a ~ 5;', 'Expecting a string in double quotes and not 5', 1, 11],
    ['where a = ();', 'Expecting a number or a string in double quotes and not )', 1, 12],
    ['where a = (1,2];', "Expecting ')' and not ]", 1, 15],
    ['where a = !{1};', "Expecting '[' or '(' after ! and not {", 1, 12],
    ['where a = !5;', "Expecting '[' or '(' after ! and not 5", 1, 12],
    ['where a;', 'Expecting one of = != > >= < <= ~ and not ;', 1, 8],
    ['where (a = 1;', "Expecting ')' and not ;", 1, 13],
    ['where a = 1 &;', 'Expecting a field name and not ;', 1, 14],
    ['where a = 12x;', "A number must be separated from a following word, unlike '12' does", 1, 11],
    [
      'where a = 1234567890123456;',
      'A number has at most 15 digits before the point and 6 after it, unlike this one',
      1,
      11,
    ],
    ['where a = "x', 'A string is not closed, which begins', 1, 11],
    ['where a = "x\\n";', 'In a string a backslash must precede a quote or a backslash, unlike', 1, 13],
    ['where a = "x\0";', 'A string must not contain control characters, unlike', 1, 13],
    ['where a = "\ud800";', 'The string contains half of a character', 1, 11],
    ['fields a; %', "Unexpected character '%'", 1, 11],
    ['fields\u00a0a;', 'Unexpected character U+00A0', 1, 7],
    ['search "a"; sort b;', 'Search has an order of its own and takes no sort, as', 1, 19],
  ])('%j', (text, sentence, line, column) => {
    const error = failure(text)
    expect(error.message).toBe(`${sentence} at line ${line}, column ${column}`)
    expect(error).toMatchObject({ line, column })
  })

  test('a text, parentheses and a path beyond their limits are refused', () => {
    expect(failure(`search "${'é'.repeat(2048)}";`).message).toContain('longer than 4096 bytes')
    expect(failure('é'.repeat(10), { maxBytes: 19 }).message).toContain('longer than 19 bytes')
    const deep = (depth: number) => `where ${'('.repeat(depth)}a = 1${')'.repeat(depth)};`
    expect(parseQuery(deep(16)).where).not.toBeNull()
    expect(failure(deep(17)).message).toContain('at most 16 deep')
    expect(failure(`fields ${'a.'.repeat(8)}a;`).message).toContain('at most 8 names')
  })
})

describe('random input', () => {
  const random = seededRandom('noise')
  const pieces =
    'fields|where|search|sort|limit|"|\\|;|,|.|*|=|!|!=|>|<|~|&||(|)|[|]|{|}|//|\n| |1|-2.5|id|name|igdb_|"a"|null|\0|é|🎮|\ud800'.split(
      '|',
    )
  const noise = [
    ...Array.from({ length: 3000 }, () =>
      Array.from({ length: random.whole(0, 60) }, () => pieces[random.whole(0, pieces.length - 1)]).join(''),
    ),
    ...Array.from({ length: 500 }, () =>
      String.fromCharCode(...Array.from({ length: random.whole(0, 300) }, () => random.whole(0, 255))),
    ),
    ...Array.from({ length: 200 }, () =>
      Buffer.from(Array.from({ length: 1000 }, () => random.whole(0, 255))).toString('utf8'),
    ),
    ...['(', '[', '{', 'where ((', '"', '\\"', '//', '&', 'a.', '1,', '!', '*'].map((each) => each.repeat(4000)),
    `where a = (${'1,'.repeat(2000)}1);`,
    `where ${'a=1&'.repeat(1000)}a=1;`,
    `where ${'(a=1|'.repeat(15)}b=1${')'.repeat(15)};`,
    `search "${'\\"'.repeat(2000)}";`,
    `fields ${' '.repeat(4000)}`,
    `where a = ${'9'.repeat(4000)};`,
  ]

  test('the result is a query or a QuerySyntaxError, after work that is linear in the length', () => {
    let understood = 0
    for (const text of noise) {
      let steps = 0
      const onStep = () => {
        steps += 1
      }
      try {
        parseQuery(text, { onStep, mayNameGames: true })
        understood += 1
      } catch (error) {
        expect(error).toBeInstanceOf(QuerySyntaxError)
      }
      // Each character is at most one token, and each token is read a limited number of times.
      expect(steps).toBeLessThanOrEqual(20 * (text.length + 1))
    }
    expect(understood).toBeGreaterThan(10)
  })

  test('a query stays the same when it is printed and parsed again', () => {
    const askable = new Map([
      ['name', ['Portal', ...HOSTILE_TEXTS]],
      ['a.b.c', [1, 2.5, -3]],
      ['genres', [1, 2, 3]],
      ['flag', [true]],
    ])
    for (let i = 0; i < 2000; i++) {
      const query = randomQuery(random, askable)
      const read = parseQuery(printQuery(query), { maxBytes: 100_000 })
      expect(parseQuery(printQuery(read), { maxBytes: 100_000 })).toEqual(read)
      expect({ ...read, where: null }).toEqual({ ...query, where: null })
    }
    const search = parseQuery('search "a \\"b\\" \\\\";')
    expect(parseQuery(printQuery(search))).toEqual(search)
  })

  test('quoting a text gives a literal that the text cannot end', () => {
    for (const text of [...HOSTILE_TEXTS, 'a\nb\0c', '\ud800', '\\'.repeat(7), '"'.repeat(7)]) {
      const query = parseQuery(`search ${quoted(text)}; limit 7;`)
      expect(query).toEqual({ ...EMPTY, limit: 7, search: expect.any(String) })
    }
    expect(quoted('a\nb\0c')).toBe('"a b c"')
  })
})
