import { expect, test } from 'vitest'
import { isSignedImage, signAgain, signedImageAddress } from './signed-images.ts'

const SECRET = 'a secret of the tests'
const URL_WITH_SEARCH = 'https://example.org/a.png?x=1&y=ü'
const parametersOf = (address: string) => new URL(address, 'http://localhost').searchParams

test('a signed address contains the picture, the width and the signature', () => {
  const address = signedImageAddress(SECRET, URL_WITH_SEARCH, 528)
  const { url, s, ...rest } = Object.fromEntries(parametersOf(address))
  expect(address).toMatch(/^\/api\/image\?/)
  expect(url).toBe(URL_WITH_SEARCH)
  expect(s).toMatch(/^[\w-]{22}$/)
  expect(rest).toEqual({ w: '528', q: '75', fm: 'auto' })
})

test('the signature is valid for its picture and secret only', () => {
  const signature = parametersOf(signedImageAddress(SECRET, URL_WITH_SEARCH, 528)).get('s') as string
  expect(isSignedImage(SECRET, URL_WITH_SEARCH, signature)).toBe(true)
  expect(isSignedImage(SECRET, 'https://example.org/b.png', signature)).toBe(false)
  expect(isSignedImage('another secret', URL_WITH_SEARCH, signature)).toBe(false)
  for (const wrong of [
    '',
    signature.slice(1),
    `${signature}A`,
    signature.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
  ])
    expect(isSignedImage(SECRET, URL_WITH_SEARCH, wrong)).toBe(false)
})

test('stored HTML gets the signatures of another secret', () => {
  const htmlOf = (secret: string) => {
    const [small, large] = [528, 1080] as const
    const at = (width: 528 | 1080) => signedImageAddress(secret, URL_WITH_SEARCH, width).replaceAll('&', '&amp;')
    return `<p><img src="${at(large)}" srcset="${at(small)} 528w, ${at(large)} 1080w" alt="" /> &amp;s=none</p>`
  }
  expect(signAgain('another secret', htmlOf(SECRET))).toBe(htmlOf('another secret'))
  expect(signAgain(SECRET, htmlOf(SECRET))).toBe(htmlOf(SECRET))
})

test('words that look like a signed address stay as their author wrote them', () => {
  const text = `<p>/api/image?url=x&amp;w=528&amp;q=75&amp;fm=auto&amp;s=${'A'.repeat(22)}</p>`
  expect(signAgain(SECRET, text)).toBe(text)
})
