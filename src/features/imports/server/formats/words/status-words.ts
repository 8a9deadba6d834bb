import type { Meaning } from '../../../mapping.rules.ts'
import { accentedOf, foldedWords, hasNoSpaces, withPlainDigits } from './folded.ts'
import { STATUS_WORD_LISTS } from './status-word-lists.ts'

/** Words for a status in the form in which they are compared; the first meaning of a word counts. */
export const STATUS_WORDS: Readonly<Record<string, Meaning>> = Object.fromEntries(
  STATUS_WORD_LISTS.flatMap(([meaning, list]) =>
    list.split(/[\n|]+/).map((word) => [foldedWords(word), meaning] as const),
  ).toReversed(),
)
/** Words with letters beyond ASCII, as they are written: in a wrong encoding they are none. */
export const ACCENTED_WORDS: ReadonlySet<string> = accentedOf(STATUS_WORD_LISTS.map(([, list]) => list))
/** The longest phrase without spaces. */
const LONGEST_PHRASE = 12

/** A text of more words is a sentence and no status. */
const MAX_WORDS = 5
const LONGEST = 60
/** Words that turn the meaning of the next one around. A phrase of the list above with such a word is a word of its own. */
export const NEGATIONS =
  /^(?:not|no|non|never|cannot|nicht|kein|keine|ne|pas|jamais|sin|nunca|jamas|sem|nao|mai|nie|nigdy|не|нет|ни|никогда|without|almost|fast|nearly|casi|quase|quasi|presque|prawie|почти|ej|inte|aldrig|ikke|aldri|ei|niet|nooit|geen|degil|nem|ні|δεν|μη|μην|οχι|khong|chua|nije|nisam|nisu|tidak|belum|tak|gak|nggak|لم|لا|ليس|غير|لن|नही|नहीं|לא|טרם|אינו)$/
/** 'Couldn't', 'didn’t', 'wont' and the Romanian 'n-am' turn it around, too. */
export const CONTRACTED =
  /(?<!\p{L})(?:(?:could|did|would|have|has|had|is|do|does|ca|wo)n ?t|n(?:u l|u|) am|inca nu)(?!\p{L})/u
/** What one is to do, also to finish, waits: 'To beat', 'À finir', 'Do przejścia'. */
const TO_DO =
  /^(?:still )?(?:to (?:be )?(?:beat|finish|complete|play|start|clear)|a (?:finir|terminer|commencer|completer)|da (?:finire|completare|terminare|provare)|(?:por|para) (?:terminar|completar|acabar|pasar|probar|zerar|finalizar|concluir|comecar)|do (?:przejscia|ukonczenia|skonczenia|sprobowania|przetestowania)|(?:noch )?(?:zu beenden|durchzuspielen|durchspielen)|nog uit te spelen|uit te spelen)/u
/** A game with one of these words was played for a short time only, and is not finished. */
const LITTLE =
  /(?<!\p{L})(?:a bit|a little|briefly|partly|partially|kurz|ein bisschen|etwas|teilweise|un peu|brièvement|un poco|un po|un pouco|um pouco|parcialmente|parzialmente|troche|częściowo|немного|чуть|частично|even|een beetje|lite|litt|lidt|vahan|biraz|trochu|kicsit)(?!\p{L})|少し|ちょっと|一点|一會|一会|조금/u

const known = new Map<string, Meaning | undefined>()

/**
 * Returns what a word for a status means; undefined if it says nothing. A status may have more words around it: 'Beaten (100%)',
 * 'Backlog (owned)', '✅ Finished'. Words that contradict a meaning, such as 'not', mean nothing.
 */
export function meaningOf(text: string): Meaning | undefined {
  if (text.length > LONGEST || !/\p{L}|100/u.test(text)) return undefined
  if (known.has(text)) return known.get(text)
  const meaning = readMeaning(foldedWords(text))
  if (known.size < 5000) known.set(text, meaning)
  return meaning
}

function readMeaning(words: string): Meaning | undefined {
  if (Object.hasOwn(STATUS_WORDS, words)) return STATUS_WORDS[words]
  const list = words.split(' ')
  if (list.length > MAX_WORDS || words === '') return undefined
  if (
    hasNoSpaces(words)
      ? /^(?:[未没不미안]|아직|まだ|还没|還沒|尚未|ยัง|ไม่)/.test(words)
      : list.some((word) => NEGATIONS.test(word)) || CONTRACTED.test(words)
  )
    return negated(words, list)
  if (TO_DO.test(words)) return 'want_to_play'
  if (LITTLE.test(words)) return 'playing'
  const phrases = phrasesIn(words, list)
  const [phrase] = phrases
  if (phrase === undefined) return undefined
  // 'Dropped while playing'.
  const isDropped = phrases.some((each) => STATUS_WORDS[each] === 'dropped')
  const meaning = isDropped && STATUS_WORDS[phrase] === 'playing' ? 'dropped' : STATUS_WORDS[phrase]
  // 'Completed (100%)' and 'All achievements, finished' are more than completed.
  const isWhole = /(?:^|\D)100(?!\d)/.test(words) || phrases.some((each) => STATUS_WORDS[each] === 'completionist')
  return meaning === 'completed' && isWhole ? 'completionist' : meaning
}

/** Returns the words for a status within other words, the longest first. */
function phrasesIn(words: string, list: readonly string[]): string[] {
  const found: string[] = []
  const add = (phrase: string) => {
    if (Object.hasOwn(STATUS_WORDS, phrase) && (phrase.length > 2 || hasNoSpaces(phrase))) found.push(phrase)
  }
  for (let from = 0; from < list.length; from += 1)
    for (let to = from + 1; to <= list.length; to += 1) add(list.slice(from, to).join(' '))
  if (hasNoSpaces(words))
    for (let from = 0; from < words.length; from += 1)
      // A single sign is a part of other words: '打算玩' means to play.
      for (let length = 2; length <= LONGEST_PHRASE; length += 1) add(words.slice(from, from + length))
  return found.toSorted((a, b) => b.length - a.length)
}

/** Beginnings of words for what one has not done with a game that waits: 'Не начинал', 'never touched'. */
const BEGUN =
  /^(?:start(?:ed)?|begun|began|play(?:ed)?|touch|open|install|launch|tried|angefang|begonn|gespiel|gestart|angefass|commence|joue|debute|empez|jugad|jugue|inici|comenz|tocad|jogad|jogue|comec|giocat|iniziat|cominciat|avviat|rozpocz|zacz|gra(?:ne|na|l[ae]?m|ny)|rusz|начат|начин|начал|играл|играно|трога|запус|открыв|spelat|spelad|borjat|paborj|startat|gespeeld|spillet|spilt|begynt|pabegynt|startet|pelattu|aloit|hran|zahaj|zacat|грав|почин|почат|ξεκιν|αρχισ|επαιξ|παιξ|choi|bat dau|zapoc|poce|igra|dirao|main|dimain|mulai|dimulai|sentuh|العب|عبها|تلعب|يلعب|ابد|تبد|يبد|incep|jucat|खेल|शुरू|שיחק|התחל)(?!ing)/

/** 'Not started yet' has a phrase that says so; 'not completed' says only what it is not. */
function negated(words: string, list: readonly string[]): Meaning | undefined {
  const phrase = phrasesIn(words, list).find((each) => STATUS_WORDS[each] === 'want_to_play' && each.includes(' '))
  return phrase !== undefined || list.some((word) => BEGUN.test(word)) ? 'want_to_play' : undefined
}

const PLAYED = new Set(
  'played|해봄|해 봄|gespielt|joué|jugado|jogado|giocato|gespeeld|spelat|ograne|ograna|ograny|сыграно|プレイ済み|玩过|玩過|已玩|spillet|spilt'
    .split('|')
    .map(foldedWords),
)

/** Returns whether a word says that a game was played, which means less than finished beside another word that says more. */
export const isPlayed = (word: string): boolean => PLAYED.has(foldedWords(word))

/** Words for a status that are parts of names as well: 'Tetris (New)', 'Sonic (Online)'. */
const OTHER_SENSE =
  /^(?:new|next|later|current|active|clear|won|beat|perfect|online|collection|progress|want|hold|library|\d+)$/

/**
 * Returns whether each part of a text is a word for a status and nothing else: 'Beaten', 'Completed (100%)', 'Backlog / owned'. What is
 * archived is finished for some and put aside for others.
 */
export const isKnownStatus = (text: string): boolean => {
  const isWord = (part: string) => /^[\d ]*$/.test(part) || (Object.hasOwn(STATUS_WORDS, part) && part !== 'archived')
  const parts = withPlainDigits(text)
    .split(/[()[\]{},;:|/+&–—!.]|\s-\s|\s(?=100\s?%)/)
    .map(foldedWords)
  return parts.some((part) => part !== '') && (isWord(foldedWords(text)) || parts.every(isWord))
}

/** Returns the meaning of a text that is a word for a status and nothing else; null for any other text. */
export function statusNamed(text: string): Meaning | null {
  const words = foldedWords(text)
  const meaning = Object.hasOwn(STATUS_WORDS, words) && !OTHER_SENSE.test(words) ? STATUS_WORDS[words] : undefined
  return meaning === undefined || meaning === 'owned' || meaning === 'endless' ? null : meaning
}

/**
 * Returns whether the word is 'Retired' in a list that has 'Abandoned', too. Such a list, as Backloggd's, says 'Retired' of a game
 * that has no end and was played enough. In other lists it says that a game was given up.
 */
export const isRetiredAmong = (word: string, words: readonly string[]): boolean =>
  /^retired$/i.test(word) && words.some((other) => /^abandoned$/i.test(other.trim()))
