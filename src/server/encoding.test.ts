import { expect, test } from 'vitest'
import { encodingOf, FASTEST, SMALLEST } from './encoding.ts'

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0.0, gzip;q=0', null],
  ['gzip;q=0.5, br;q=0.8', 'br'],
  ['br; q=0.000 , GZIP', 'gzip'],
  ['*', null],
  ['*;q=0.5', 'br'],
  ['*;q=0, gzip;q=1', 'gzip'],
  ['identity', null],
  ['', null],
  [undefined, null],
])('%s gets %s', (header, encoding) => {
  expect(encodingOf(header, SMALLEST)).toBe(encoding)
})

test.each([
  ['gzip, deflate, br, zstd', 'zstd'],
  ['zstd;q=0, br;q=0.1', 'br'],
  ['gzip, deflate, br', 'br'],
  ['brotli, zstdx', null],
  ['*;q=0.1', 'zstd'],
])('%s gets %s for one reader', (header, encoding) => {
  expect(encodingOf(header, FASTEST)).toBe(encoding)
})
