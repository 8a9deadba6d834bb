import { currencies, isWholeCents, PRICE_MAX, priceOf } from '#features/copies/copies.rules.ts'

/** Signs that stand for one currency in the files of trackers. */
const SIGNS: Readonly<Record<string, string>> = {
  $: 'USD',
  US$: 'USD',
  CA$: 'CAD',
  C$: 'CAD',
  A$: 'AUD',
  R$: 'BRL',
  '€': 'EUR',
  '£': 'GBP',
  '¥': 'JPY',
  '₩': 'KRW',
  '₹': 'INR',
  '₽': 'RUB',
  '₺': 'TRY',
  zł: 'PLN',
}

/** Parses a price with its currency: '£59.99', '59,99 €', 'EUR 60'. Returns null for one that a copy cannot have. */
export function priceIn(text: string): { price: number; currency: string } | null {
  const [, before = '', digits = '', after = ''] =
    /^([^\d\s.,-]*)\s*(-?[\d.,]+)\s*([^\d\s.,-]*)$/.exec(text.trim()) ?? []
  const sign = before || after
  if (sign === '' || (before !== '' && after !== '')) return null
  const code = sign.toUpperCase()
  const currency = SIGNS[sign] ?? (currencies().includes(code) ? code : undefined)
  const price = priceOf(withoutThousands(digits))
  if (currency === undefined || price === null || price < 0 || price > PRICE_MAX || !isWholeCents(price)) return null
  return { price, currency }
}

/** '1,299.00' and '1.299,00' are 1299. */
const withoutThousands = (digits: string): string =>
  /^\d{1,3}(?:,\d{3})+(?:\.\d{1,2})?$/.test(digits)
    ? digits.replaceAll(',', '')
    : /^\d{1,3}(?:\.\d{3})+(?:,\d{1,2})?$/.test(digits)
      ? digits.replaceAll('.', '')
      : digits
