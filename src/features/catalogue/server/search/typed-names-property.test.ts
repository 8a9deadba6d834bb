import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { PROJECT_FOLDER } from '#db/project-folder.ts'
import { seededRandom } from '#db/seed/seeded-random.ts'
import type { GameId } from '#shared/ids.ts'
import { importFile } from '#tests/support/import-app.ts'
import { type TestApp, useTestApp } from '#tests/support/test-app.ts'
import { normaliseForSearch } from '../../search-name.rules.ts'
import { loadStarterCatalogue, suggest } from '../catalogue.service.ts'
import { withArabicNumerals } from '../names/numerals.ts'
import { NOTHING_KNOWN, type SourceGame } from '../sources/source.ts'
import { storeGames } from '../stored-games/store-games.ts'

const SEED = 'names typed exactly'
const LIBRETRO = join(PROJECT_FOLDER, '../shared/data/libretro_games.csv.gz')

/** Ways to type a name as it is: in small letters, with digits for Roman numerals, without its article, accents or last letters. */
const TYPED: Record<string, (name: string) => string> = {
  'the name': (name) => name,
  'the name in small letters, without accents': normaliseForSearch,
  'the name with digits': (name) => withArabicNumerals(normaliseForSearch(name)),
  'the name without its article': (name) => normaliseForSearch(name).replace(/^(the|an?) (?=.)/, ''),
  'an article before the name': (name) => (/^(the|an?) /i.test(name) ? name : `the ${name}`),
  'the name without spaces': (name) => normaliseForSearch(name).replaceAll(' ', ''),
}
const TYPED_IN_PART: Record<string, (name: string) => string> = {
  'the name without its last letter': (name) => name.slice(0, -1),
  'the first two words': (name) => normaliseForSearch(name).split(' ').slice(0, 2).join(' '),
  'the name without its first word': (name) => normaliseForSearch(name).split(' ').slice(1).join(' '),
  'the first and the last word': (name) => normaliseForSearch(name).split(' ').filter(isFirstOrLast).join(' '),
}
const isFirstOrLast = (_: string, at: number, all: readonly string[]) => at === 0 || at === all.length - 1

const spelled = (text: string) =>
  normaliseForSearch(text).replace(/[^ -~]/gu, (letter) => `u${(letter.codePointAt(0) as number).toString(16)}`)
const withoutArticle = (text: string) => text.replace(/^(the|an?) (?=.)/, '')
const withoutSpaces = (text: string) => text.replaceAll(' ', '')
/** Equal for all spellings that count as the same name. */
const keyOf = (text: string) => withoutSpaces(withArabicNumerals(withoutArticle(spelled(text))))

/** Returns whether one of the names has every word of the text, with numerals either way and the last word as a beginning. */
function hasAllWords(text: string, names: readonly string[], shorts: readonly string[]): boolean {
  const written = spelled(text)
  const forms = [written, withArabicNumerals(written), withArabicNumerals(written.replace(/([a-z])(\d)/g, '$1 $2'))]
  const all = forms.flatMap((form) => [form, withoutArticle(form)])
  if (all.some((form) => shorts.includes(withoutSpaces(form)))) return true
  return names.some((name) =>
    all.some((form) => {
      const compact = withoutSpaces(form)
      if (withoutSpaces(withoutArticle(name)) === compact) return true
      if (compact.length >= 5 && withoutSpaces(name).startsWith(compact)) return true
      const left = name.split(' ')
      return form.split(' ').every((word, at, words) => {
        let place = left.indexOf(word)
        if (place < 0 && at === words.length - 1) place = left.findIndex((each) => each.startsWith(word))
        if (place < 0) return shorts.includes(word)
        return left.splice(place, 1).length > 0
      })
    }),
  )
}

async function namesOf(app: TestApp, ids: readonly string[]) {
  const rows = await app.db.selectFrom('games').select(['id', 'search_text']).where('id', 'in', ids).execute()
  return new Map(
    rows.map(({ id, search_text }) => {
      const parts = search_text.split('|').map((part) => part.trim())
      return [
        id,
        {
          names: parts.filter((part) => part !== '' && !part.startsWith('~')),
          shorts: parts.filter((part) => part.startsWith('~')).map((part) => part.slice(1)),
        },
      ]
    }),
  )
}

/** Returns what is wrong with the suggestions for these names, typed in all ways. */
async function faultsOf(app: TestApp, names: readonly string[]): Promise<string[]> {
  const faults: string[] = []
  for (const name of names) {
    for (const [way, typed] of Object.entries({ ...TYPED, ...TYPED_IN_PART })) {
      const text = typed(name)
      if (withoutSpaces(normaliseForSearch(text)).length < 2) continue
      const found = await suggest(app.catalogue, text)
      const told = `${way}: “${text}” finds ${
        found
          .slice(0, 4)
          .map((game) => game.name)
          .join(' | ') || 'nothing'
      }`
      const place = found.findIndex((game) => keyOf(game.name) === keyOf(text))
      const isWhole = way in TYPED && way !== 'the name without spaces'
      if (isWhole && (place < 0 || place > 1)) faults.push(`not first or second, ${told}`)
      if (found.length === 0) {
        faults.push(told)
        continue
      }
      const known = await namesOf(
        app,
        found.map(({ id }) => id),
      )
      const has = found.map(({ id }) => hasAllWords(text, known.get(id)?.names ?? [], known.get(id)?.shorts ?? []))
      if (!has.includes(true)) faults.push(`only names without the words, ${told}`)
      else if (has.lastIndexOf(true) > has.indexOf(false) && has.includes(false))
        faults.push(`a name without the words first, ${told}`)
    }
  }
  return faults
}

describe('in the starter catalogue with three thousand unknown games beside the famous ones', () => {
  const app = useTestApp()
  const random = seededRandom(SEED)
  const pick = <T>(from: readonly T[]): T => from[random.whole(0, from.length - 1)] as T
  let made: string[] = []

  beforeAll(async () => {
    await loadStarterCatalogue(app.db)
    const famous = await app.db.selectFrom('games').select('name').orderBy('renown', 'desc').orderBy('id').execute()
    const words = [...new Set(famous.flatMap(({ name }) => name.split(' ')))].filter((word) => /\p{L}{2}/u.test(word))
    const names = Array.from({ length: 3000 }, () => madeName(words, pick(famous.slice(0, 400)).name))
    made = [...new Set(names)]
    const games = made.map(
      (name, at): SourceGame => ({
        ...NOTHING_KNOWN,
        id: `local_${at + 1}` as GameId,
        name,
        renown: random.whole(0, 8),
      }),
    )
    await storeGames(app.db, games, 'import')
  })

  /** Returns a name of famous words, or a famous name with a letter more or less, another number, a subtitle or one word less. */
  function madeName(words: readonly string[], famous: string): string {
    const one = () => pick(words)
    const letters = [...famous]
    const at = random.whole(1, letters.length - 1)
    const shapes = [
      () => [one(), one()].join(' '),
      () => [one(), one(), one()].join(' '),
      () => `${pick(['The', 'A', 'An'])} ${one()} ${one()}`,
      () => `${one()} ${one()} ${pick(['II', 'III', 'IV', 'V', 'VI', '2', '3', '4', '64'])}`,
      () => `${one()} ${pick(['II', 'V', '2'])}: ${one()} ${one()}`,
      () => `${one()}é ${one()}`,
      () => one(),
      () => [...letters.slice(0, at), pick(['a', 'e', 'n', 's']), ...letters.slice(at)].join(''),
      () => letters.toSpliced(at, 1).join(''),
      () => `${famous} ${pick(['II', '2', 'V', '7'])}`,
      () => `${famous}: ${one()} ${one()}`,
      () => famous.split(' ').slice(0, -1).join(' ') || one(),
    ]
    return pick(shapes)().replace(/\s+/g, ' ').trim()
  }

  test('a name that has the words as typed stands first, and the name itself is first or second', {
    timeout: 600_000,
  }, async () => {
    const drawn = Array.from({ length: 60 }, () => pick(made)).filter((name) => keyOf(name).length > 1)
    expect(await faultsOf(app, drawn)).toEqual([])
  })

  test('so it is with the names of famous games', async () => {
    const famous = await app.db.selectFrom('games').select('name').where('renown', '>', 30).orderBy('id').execute()
    const drawn = Array.from({ length: 20 }, () => pick(famous).name)
    expect(await faultsOf(app, drawn)).toEqual([])
  })
})

describe.skipIf(!existsSync(LIBRETRO))(
  `with the libretro list${existsSync(LIBRETRO) ? '' : ` (skipped: ${LIBRETRO} is missing)`}`,
  () => {
    const app = useTestApp()

    test('what holds for made names holds for the names of 146,000 games', { timeout: 1_200_000 }, async () => {
      await loadStarterCatalogue(app.db)
      await importFile(app.db, LIBRETRO, app.time.now, {
        rejectsPath: join(tmpdir(), 'typed-names.rejects.ndjson'),
      })
      const random = seededRandom(SEED)
      const games = await app.db.selectFrom('games').select('name').orderBy('id').execute()
      const drawn = Array.from({ length: 100 }, () => games[random.whole(0, games.length - 1)]?.name as string)
      const faults = await faultsOf(
        app,
        drawn.filter((name) => keyOf(name).length > 1),
      )
      expect(faults).toEqual([])
    })
  },
)
