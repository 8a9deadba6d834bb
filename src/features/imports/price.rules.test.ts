import { expect, test } from 'vitest'
import { PRICE_MAX } from '#features/copies/copies.rules.ts'
import { priceIn } from './price.rules.ts'

test.each([
  ['$3.99', 3.99, 'USD'],
  ['59,99 €', 59.99, 'EUR'],
  ['EUR 60', 60, 'EUR'],
  ['1.299,00€', 1299, 'EUR'],
  ['US$1,299.50', 1299.5, 'USD'],
  ['¥6,980', 6980, 'JPY'],
  ['0 gbp', 0, 'GBP'],
  [`${PRICE_MAX} €`, PRICE_MAX, 'EUR'],
])('%s is a price', (text, price, currency) => {
  expect(priceIn(text)).toEqual({ price, currency })
})

test.each([
  '59.99',
  '',
  '€',
  'XXZ 5',
  '-3 €',
  '1.005 € or so',
  '$5€',
  '99999999 €',
  '1.0051 €',
  'free',
  '$,299',
  '$1,299.',
  '.299 €',
  '1.299, €',
])('“%s” is none', (text) => {
  expect(priceIn(text)).toBeNull()
})
