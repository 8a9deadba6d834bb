import sharp from 'sharp'
import { expect, test } from 'vitest'
import { QueueFullError } from '../concurrency.ts'
import { drawPicture } from './draw.ts'
import { sheet, words } from './parts.ts'

const SIZE = { width: 400, height: 100 }
const picture = async (text: string) =>
  (await drawPicture(sheet({}, [words(text, 'wide', 40)]), SIZE)).toString('base64')

test('draws a PNG of the given size', async () => {
  const bytes = await drawPicture(sheet({}, [words('Savepoint', 'wide', 40)]), SIZE)
  const { format, width, height } = await sharp(bytes).metadata()
  expect([format, width, height]).toEqual(['png', 400, 100])
})

// A script without a typeface would leave both words blank, or show two rows of the same box.
test.each([
  ['Latin with accents', 'Čeština', 'Češtiny'],
  ['Vietnamese', 'Tiếng Việt', 'Tiềng Việt'],
  ['Cyrillic', 'Ведьмак', 'Ведунья'],
  ['Greek', 'Ελλάδα', 'Ελλάδι'],
  ['Arabic', 'مرحبا', 'مرحبت'],
  ['Hebrew', 'שלום', 'שלוש'],
  ['Devanagari', 'नमस्ते', 'नमस्कर'],
  ['Thai', 'สวัสดี', 'สวัสดา'],
  ['Japanese', '龍が如く', '龍が遊く'],
  ['Korean', '바이오', '바이러'],
  ['simplified Chinese', '黑神话', '黑神谈'],
  ['emoji', '🔥', '🎮'],
])('has letters for %s', async (_script, one, other) => {
  const blank = await picture('')
  const [a, b] = [await picture(one), await picture(other)]
  expect([a === b, a === blank, b === blank]).toEqual([false, false, false])
})

test('leaves out a character that no typeface has', async () => {
  expect(await picture('\u{10ffff}')).toBe(await picture(''))
})

test('refuses pictures beyond the queue instead of letting them wait', async () => {
  const results = await Promise.allSettled(Array.from({ length: 30 }, (_, at) => picture(String(at))))
  const refused = results.filter((result) => result.status === 'rejected')
  expect(refused.length).toBe(9)
  for (const { reason } of refused) expect(reason).toBeInstanceOf(QueueFullError)
})
