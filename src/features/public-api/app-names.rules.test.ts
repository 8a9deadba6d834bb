import { expect, test } from 'vitest'
import { appNameProblem, isNameOfSite, readAppName } from './app-names.rules.ts'
import { OWN_APP_TEXTS } from './apps.texts.ts'

const problemOf = (name: string) => appNameProblem(readAppName(name))

test.each([
  'Deck',
  'Deck 2.1',
  'Playnite Sync for Steam Deck',
  "Mara's Deck",
  'Mara’s Deck (beta)',
  'Q&A+',
  'game-log_3',
  'Übersicht',
  'Łódź Games',
  'Мой дневник',
  'Мой Deck',
  'ゲームログ',
  'Switch日記',
  '게임 기록',
  'سجل الألعاب',
  'हिन्दी',
  'System Shock Log',
  'Badminton',
])('%s is a name', (name) => {
  expect(problemOf(name)).toBeNull()
})

test.each([
  ['two alphabets in one word', 'S\u0430vepoint'],
  ['Greek in a Latin word', 'D\u03b5ck'],
  ['an alphabet that only looks like others', '\ua4e2\ua4ee\ua4e6\ua4f0'],
])('%s look like another name', (_, name) => {
  expect(problemOf(name)).toBe(OWN_APP_TEXTS.nameLetters)
})

test.each(['Deck\u200b', 'De\u200dck', 'Deck\u200f', 'De\u00adck', 'De\u034fck', 'De\u3164ck', 'Deck \u202esecca'])(
  'a character that nobody sees is refused: %j',
  (name) => {
    expect(problemOf(name)).toBe(OWN_APP_TEXTS.nameCharacters)
  },
)

test.each([
  'Deck. Click Allow',
  'Deck, safe to use',
  'Deck: free games!',
  'Allow this to keep your account',
  'https://deck.example.org',
  'deck.example.org',
  'Deck ✓',
  '✅ Deck',
  'Deck | 100 % free',
  '—',
])('a sentence, an address or a sign is not a name: %s', (name) => {
  expect(problemOf(name)).toBe(OWN_APP_TEXTS.nameOnly)
})

test.each([
  'Savepoint',
  'savepoint',
  'Save Point',
  'SavepointSync',
  'Sync for Savepoint',
  'S\u00e0vep\u00f6int',
  '5avep0int',
  'Ｓａｖｅｐｏｉｎｔ',
  '𝐒𝐚𝐯𝐞𝐩𝐨𝐢𝐧𝐭',
  'Official Deck',
  'OfficialDeck',
  'Deck (official)',
  'Deck Admin',
  'DeckAdmin',
  'Deck-Support',
  'Deck Supp0rt',
  'Sup port',
  'Adrnin',
  'Verified Deck',
  'Deck Staff',
  'Security',
])('%s poses as the site or its team', (name) => {
  expect(problemOf(name)).toBe(OWN_APP_TEXTS.namePoses)
})

test('the name of the site is recognised in letters that look alike', () => {
  for (const name of ['Mace', 'MACE', '\u041c\u0410\u0421\u0415', 'M4ce', 'Mace Sync', 'MaceSync', 'M a c e'])
    expect(isNameOfSite(readAppName(name), 'Mace'), name).toBe(true)
  for (const name of ['Grimace', 'Deck', 'Macedonia']) expect(isNameOfSite(readAppName(name), 'Mace'), name).toBe(false)
  expect(isNameOfSite('PlayShelfSync', 'Playshelf')).toBe(true)
  expect(isNameOfSite('Deck', '—')).toBe(false)
})

test('a name is stored in its usual letters', () => {
  expect(readAppName('  Ｄｅｃｋ  ')).toBe('Deck')
  expect(readAppName('\u200b\u2060 \u3164')).toBe('')
})
