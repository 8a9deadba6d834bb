import type { GameMetadata } from '../catalogue.contract.ts'
import { type CATEGORIES, type FilterName, OWN_FILTERS, type SORTS } from '../catalogue.endpoints.ts'
import { AGE_STEPS, PLAYER_STEPS } from '../game-filters.rules.ts'
import { NUMBER_WORDS, OWN_WORDS, PANEL_TEXTS } from '../game-filters.texts.ts'
import { shortTerm } from '../names.rules.ts'
import { HOURS_TO_BEAT } from '../time-to-beat.rules.ts'
import { ANY_LENGTH, TIME_TO_BEAT, takesWords } from '../time-to-beat.texts.ts'
import {
  CATEGORY_LABELS,
  maxRatingLabel,
  RANGE_LABELS,
  RATING_STEPS,
  ratingLabel,
  SCORE,
  SORT_LABELS,
} from './filters.api.ts'

export interface Choice {
  value: string
  label: string
  /** The alternative to the value in addresses. */
  name?: string
}

/** A list of more choices than this can be searched by typing. */
const LONG = 40

/** Years are numbers in their order, so nobody has to search them. */
export const isSearched = ({ name, choices }: Facet): boolean => choices.length > LONG && name !== 'year'

/** One filter and its choices. */
export interface Facet {
  name: FilterName
  label: string
  /** The label of no choice. */
  all: string
  choices: readonly Choice[]
  /** Shown in the bar of wide screens; the others are behind 'More filters'. */
  isInBar: boolean
}

export const SORT_CHOICES: readonly Choice[] = (Object.keys(SORT_LABELS) as (typeof SORTS)[number][]).map((value) => ({
  value,
  label: `Sort: ${SORT_LABELS[value]}`,
}))

const TAKES: Facet = {
  name: 'takes',
  label: TIME_TO_BEAT,
  all: ANY_LENGTH,
  choices: HOURS_TO_BEAT.map((value) => ({ value, label: takesWords(value) })),
  isInBar: false,
}

/** The filters whose choices no game decides. */
const FIXED: readonly Facet[] = [
  {
    name: 'category',
    label: 'List',
    all: CATEGORY_LABELS.all,
    choices: (Object.keys(CATEGORY_LABELS) as (typeof CATEGORIES)[number][])
      .filter((value) => value !== 'all')
      .map((value) => ({ value, label: CATEGORY_LABELS[value] })),
    isInBar: false,
  },
  {
    name: 'timeRange',
    label: 'Released',
    all: 'At any time',
    choices: Object.entries(RANGE_LABELS).map(([value, label]) => ({ value, label })),
    isInBar: false,
  },
  {
    name: 'multiplayer',
    label: 'Players',
    all: 'Any number',
    choices: [{ value: 'true', label: 'Multiplayer' }],
    isInBar: false,
  },
  {
    name: 'maxRating',
    label: `${SCORE} at most`,
    all: 'No bound',
    choices: RATING_STEPS.map((value) => ({ value, label: maxRatingLabel(value) })),
    isInBar: false,
  },
]

const steps = (values: readonly string[], words: (value: string) => string): Choice[] =>
  values.map((value) => ({ value, label: words(value) }))
const SCORES = ['90..', '80..', '70..', '60..', '50..']
const least = (value: string) => `${Number(value.slice(0, -2))} and up`
const orMore = (value: string) => `${value} or more`

const NUMBERS: readonly Facet[] = [
  {
    name: 'critics',
    label: PANEL_TEXTS.critics,
    all: PANEL_TEXTS.anyScore,
    choices: steps(SCORES, least),
    isInBar: false,
  },
  {
    name: 'players',
    label: PANEL_TEXTS.players,
    all: PANEL_TEXTS.anyScore,
    choices: steps(SCORES, least),
    isInBar: false,
  },
  {
    name: 'stars',
    label: PANEL_TEXTS.stars,
    all: PANEL_TEXTS.anyStars,
    choices: steps(['4.5..', '4..', '3.5..', '3..', '2..'], least),
    isInBar: false,
  },
  {
    name: 'ratings',
    label: PANEL_TEXTS.ratings,
    all: PANEL_TEXTS.anyNumber,
    choices: steps(['10', '50', '100', '500', '1000'], orMore),
    isInBar: false,
  },
  {
    name: 'age',
    label: PANEL_TEXTS.age,
    all: PANEL_TEXTS.anyAge,
    choices: steps(AGE_STEPS, NUMBER_WORDS.age),
    isInBar: false,
  },
  ...(['online', 'couch', 'coop'] as const).map((name) => ({
    name,
    label: PANEL_TEXTS[name],
    all: PANEL_TEXTS.anyNumber,
    choices: steps(PLAYER_STEPS, orMore),
    isInBar: false,
  })),
]

/** The filters about the member. */
export const OWN_FACETS: readonly Facet[] = OWN_FILTERS.map((name) => ({
  name,
  label: PANEL_TEXTS[name],
  all: PANEL_TEXTS.anyGame,
  choices: Object.entries(OWN_WORDS[name]).map(([value, label]) => ({ value, label })),
  isInBar: false,
}))

export function facetsOf(metadata: GameMetadata): Facet[] {
  const terms = (list: readonly { id: number; name: string }[], shorten = (name: string) => name) =>
    list.map(({ id, name }) => ({ value: String(id), label: shorten(name), name }))
  return [
    { name: 'genre', label: 'Genre', all: 'All genres', choices: terms(metadata.genres, shortTerm), isInBar: true },
    { name: 'platform', label: 'Platform', all: 'All platforms', choices: terms(metadata.platforms), isInBar: true },
    {
      name: 'year',
      label: 'Year',
      all: 'All years',
      choices: metadata.years.map((year) => ({ value: String(year), label: String(year) })),
      isInBar: true,
    },
    {
      name: 'minRating',
      label: SCORE,
      all: `Any ${SCORE}`,
      choices: RATING_STEPS.map((value) => ({ value, label: ratingLabel(value) })),
      isInBar: true,
    },
    TAKES,
    { name: 'theme', label: 'Theme', all: 'All themes', choices: terms(metadata.themes, shortTerm), isInBar: false },
    {
      name: 'gameMode',
      label: 'Mode',
      all: 'All modes',
      choices: terms(metadata.gameModes, shortTerm),
      isInBar: false,
    },
    ...FIXED,
    ...NUMBERS,
  ]
}

/** Returns the value of the choice that an address names, by value or by name; the text itself when there is none. */
export function chosenValue({ choices }: Facet, text: string | undefined): string {
  if (text === undefined) return ''
  const lower = text.toLowerCase()
  return choices.find(({ value, name }) => value === text || name?.toLowerCase() === lower)?.value ?? text
}

/**
 * Returns a facet's options in a form: all, then each choice; a value of the address beyond them ('8.5 and up') stays
 * chosen.
 */
export function optionsOf(facet: Facet, text: string | undefined, label: string | undefined): Choice[] {
  const value = chosenValue(facet, text)
  const isListed = value === '' || facet.choices.some((choice) => choice.value === value)
  return [
    { value: '', label: facet.all },
    ...(isListed || label === undefined ? [] : [{ value, label }]),
    ...facet.choices,
  ]
}
