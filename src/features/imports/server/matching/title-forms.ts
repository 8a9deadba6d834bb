import { normaliseForSearch } from '#features/catalogue/search-name.rules.ts'
import {
  encodedForm,
  nameKeyOf,
  platformIdOf,
  withArabicNumerals,
} from '#features/catalogue/server/catalogue.service.ts'

/**
 * How a form follows from the title of a record. 'whole': it is the title. 'edition': without words for a package of
 * the same game ('Deluxe Edition'). 'version': without words for another version of it ('Definitive Edition').
 * 'remake': without words for a new game ('Remastered').
 */
export type FormKind = 'whole' | 'edition' | 'version' | 'remake'

export interface TitleForm {
  kind: FormKind
  /** Equal for two spellings of one name, in the spelling of `game_keys` without its sign. */
  key: string
  /** The name word by word as it is written. */
  literal: string
  /** Normalised words with arabic numerals. */
  words: readonly string[]
  /** A year that the title names. */
  year: number | null
  /** Signs that make another game of the same key: 'N+' and 'N++', 'Mega Man X' and 'Mega Man 10'. */
  signs: string
}

export interface ReadTitle {
  /** The literal form first. Empty if the title has no letter or digit. */
  forms: readonly TitleForm[]
  /** A year in brackets. */
  year: number | null
  /** Platforms that the title names. */
  platformNames: readonly string[]
  /** The title names something that is not the game: a demo, a soundtrack, an add-on. */
  isPart: boolean
}

const EDITION_WORDS =
  'game of the year|goty|(?:digital |super |cyber )?deluxe|ultimate|complete|gold|premium|collectors?|limited|' +
  'standard|digital|day one|launch|platinum|royal|starter|founders|champions|legacy|steam|pc|windows|xbox one|' +
  'playstation 4|ps4'
const VERSION_WORDS =
  'definitive|enhanced|extended|expanded|special|legendary|anniversary|\\d+(?:th|st|nd|rd) anniversary|final|ultra|' +
  'nintendo switch(?: 2)?|switch|console|mobile|pocket|vr|java|windows 10'
/** At the end of a normalised title. */
const ENDINGS: readonly [Exclude<FormKind, 'whole'>, RegExp][] = [
  ['edition', new RegExp(`^(.+?) (?:the )?(?:${EDITION_WORDS}) edition$`)],
  ['edition', /^(.+?) (?:goty|game of the year|digital deluxe|early access)$/],
  ['version', new RegExp(`^(.+?) (?:the )?(?:${VERSION_WORDS}) edition$`)],
  ['version', /^(.+?) (?:the )?(?:directors cut|final cut|special edition|anniversary|uncut|classic|deluxe)$/],
  ['remake', /^(.+?) (?:hd )?(?:remastered|remaster|remake|reloaded|redux|reboot|hd|4k|vr|3d)$/],
]
/** A demo, a soundtrack or an add-on of the game that the words before name. */
const PART = new RegExp(
  '\\b(?:demo|playtest|beta|alpha|prototype|soundtrack|ost|artbook|art book|season pass|dlc|add on|expansion pack|' +
    'skin pack|trailer|dedicated server|sdk|prologue|mod)\\b',
)
const REGION = new RegExp(
  '^(?:usa?|eu|europe|uk|pal|ntsc(?: [uj])?|na|north america|jp|japan|world|worldwide|german|germany|france|' +
    'english|en)$',
)
const ENDS_WITH_PLATFORM = [
  /^(.+?)(?: for| on|\s[-–—|]|:)\s([\p{L}\d |/]+)$/iu,
  /^(.+) (ps\d|psp|pc|xbox one|xbox 360)$/i,
]
const YEAR = /^(?:19[7-9]|20[0-4])\d$/

/** Returns the forms in which a game may have the title of a record, without what the tracker has added to the name. */
export function readTitle(title: string, slug: string | null): ReadTitle {
  const plain = plainTitle(title)
  const { rest, notes } = withoutBrackets(plain)
  const platformNames = notes.filter((note) => platformIdOf(note) !== null)
  const noteYear = notes.find((note) => YEAR.test(note))
  const hasOtherNotes = notes.some((note) => !YEAR.test(note) && !REGION.test(note) && platformIdOf(note) === null)
  const forms: TitleForm[] = [formOf(plain, 'whole')]
  if (slug !== null) forms.push(formOf(slug.replace(/--\d+$/, '').replaceAll('-', ' '), 'whole'))
  if (notes.length > 0) forms.push(formOf(rest, hasOtherNotes ? 'version' : 'whole'))
  const { bare, platform } = withoutPlatform(rest)
  if (platform !== null) {
    forms.push(formOf(bare, 'whole'))
    platformNames.push(platform)
  }
  const [, before = '', year = ''] = /^(.+?)[\s:-]+(\d{4})$/.exec(bare) ?? []
  if (YEAR.test(year)) forms.push(formOf(before, 'whole', Number(year)))
  forms.push(...shorterForms(forms[forms.length - 1] as TitleForm))
  const words = ` ${normaliseForSearch(plain)} `
  return { forms: distinct(forms), year: noteYear ? Number(noteYear) : null, platformNames, isPart: PART.test(words) }
}

/** 'The' after a comma goes to the front, and signs in brackets are removed. */
function plainTitle(title: string): string {
  return title
    .replace(/\p{Cf}/gu, '')
    .replace(/\((?:tm|r|c)\)/gi, ' ')
    .replace(/^(.+?), (the|a|an)(?=$|\s*[:([–—-])/i, '$2 $1')
    .replace(/\s+/g, ' ')
    .trim()
}

function withoutBrackets(title: string): { rest: string; notes: string[] } {
  const notes = [...title.matchAll(/[([]([^()[\]]+)[)\]]/g)].map(([, note = '']) => normaliseForSearch(note))
  const rest = title
    .replace(/[([][^()[\]]*[)\]]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return rest === '' ? { rest: title, notes: [] } : { rest, notes: notes.filter((note) => note !== '') }
}

/** 'Journey - PS4', 'Journey for Nintendo Switch', 'Journey PS4'. A name may end with a platform: 'Mario Kart Wii'. */
function withoutPlatform(title: string): { bare: string; platform: string | null } {
  const [, bare = '', platform = ''] =
    ENDS_WITH_PLATFORM.flatMap((pattern) => [pattern.exec(title) ?? []]).find(
      ([, , name]) => name !== undefined && platformIdOf(name) !== null,
    ) ?? []
  return platform === '' ? { bare: title, platform: null } : { bare, platform }
}

/** Removes words for editions from the end, one after the other. */
function shorterForms({ words, year, key, signs }: TitleForm): TitleForm[] {
  const forms: TitleForm[] = []
  let kind: FormKind = 'whole'
  let text = words.join(' ')
  for (let found = endingOf(text); found !== null && key !== ''; found = endingOf(text)) {
    kind = strongest(kind, found.kind)
    text = found.rest
    forms.push({ ...formOf(text, kind), year, signs })
  }
  return forms
}

function endingOf(text: string): { rest: string; kind: FormKind } | null {
  for (const [kind, pattern] of ENDINGS) {
    const rest = pattern.exec(text)?.[1]
    if (rest !== undefined) return { rest: rest.replace(/ the$/, ''), kind }
  }
  return null
}

const ORDER: readonly FormKind[] = ['whole', 'edition', 'version', 'remake']
const strongest = (a: FormKind, b: FormKind) => (ORDER.indexOf(a) > ORDER.indexOf(b) ? a : b)

export function formOf(text: string, kind: FormKind, year: number | null = null): TitleForm {
  const literal = normaliseForSearch(text)
  const words = withArabicNumerals(literal).split(' ').filter(Boolean)
  return {
    kind,
    key: encodedForm(nameKeyOf(literal)),
    literal,
    words: words.map(encodedForm),
    year,
    signs: signsOf(text),
  }
}

const signsOf = (text: string) => `${text.replace(/[^+]/g, '')}${/ x[™®©]?$| x[ :]/i.test(text) ? 'x' : ''}`

/** Of two forms with one key the first stays: it needs fewer changes. */
function distinct(forms: readonly TitleForm[]): TitleForm[] {
  const all = new Map(forms.toReversed().map((form) => [`${form.key} ${form.year ?? ''}`, form]))
  return [...all.values()].toReversed().filter(({ key }) => key !== '')
}

/** Returns the key of a game's own name without words for editions; null if it has none. */
export const keyWithoutEdition = (own: TitleForm): string | null => shorterForms(own).at(-1)?.key ?? null
