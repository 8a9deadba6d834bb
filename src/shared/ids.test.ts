import { expect, test } from 'vitest'
import { canonicalGameId, canonicalLibraryGameId } from './ids.ts'

test.each([
  ['1942', 'igdb_1942'],
  ['igdb_1942', 'igdb_1942'],
  [' rawg_3498 ', 'rawg_3498'],
  ['rawg_750000', 'rawg_750000'],
  ['igdb_500000', 'igdb_500000'],
  ['igdb_00042', 'igdb_42'],
  // A game from a file, without an id of a source (docs/decisions/0017).
  ['local_999999999999', 'local_999999999999'],
  ['igdb_500001', 'igdb_500001'],
  ['2147483647', 'igdb_2147483647'],
  ['igdb_2147483648', null],
  ['igdb_0', null],
  ['rawg_0', null],
  ['local_0', null],
  ['local_1000000000000', null],
  ['igdb_rawg_5', null],
  ['import_5', null],
  ['local_', null],
  ['-5', null],
  ['', null],
])("'%s' is the id %s", (given, canonical) => {
  expect(canonicalGameId(given)).toBe(canonical)
})

test.each([
  ['1942', 'igdb_1942'],
  ['local_999999999999', 'local_999999999999'],
  ['local_1000000000000', 'local_1000000000000'],
  ['local_0000000000001', null],
  ['local_1000000000000000', null],
  ['igdb_1000000000000', null],
])("'%s' is the id %s in a library, which has games of one's own", (given, canonical) => {
  expect(canonicalLibraryGameId(given)).toBe(canonical)
})
