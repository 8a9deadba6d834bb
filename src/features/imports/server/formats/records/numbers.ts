import { minutesOf } from '#features/play-log/play-sessions.rules.ts'
import { LETTER_GRADE, LETTER_GRADES } from '../../../grades.rules.ts'
import type { HoursUnit } from '../../../mapping.rules.ts'
import { withPlainDigits } from '../words/folded.ts'
import { likelyMeaningOf } from '../words/status-stems.ts'

/** The longest text that is parsed. The patterns below would take long for a text of 1 MB. */
const LONGEST = 60

/** A point before three digits, which divides thousands where a comma divides decimals: '1.204 Std.'. */
export const THOUSANDS = /(?<![\d.,])(\d{1,3})\.(?=\d{3}(?![\d.]))/

/** Parses '12', '12.5', '12,5', '1,234.5', '1.234,5' and '85 %'. Returns null for anything else. */
export function numberIn(text: string): number | null {
  if (text.length > LONGEST) return null
  if (/^\d{1,9}$/.test(text)) return Number(text)
  const typed = withPlainDigits(text)
    .trim()
    .replace(/^%\s*|\s*%$/g, '')
    .replace(/[\u00a0\u202f'’](?=\d{3})/g, '')
    .replace(/\u00a0/g, '')
    .replace(/(\d) (?=\d{3})/g, '$1')
  if (!/^[+-]?\d[\d.,]*$/.test(typed)) return null
  const mark = Math.max(typed.lastIndexOf('.'), typed.lastIndexOf(','))
  const marks = typed.replace(/[^.,]/g, '')
  // Several marks of one kind, and a comma before exactly three digits, group thousands.
  const groups = /^(\.{2,}|,{2,})$/.test(marks) || /^[+-]?[1-9]\d{0,2},\d{3}$/.test(typed)
  if (mark === -1 || groups) return Number(typed.replace(/[.,]/g, ''))
  return Number(`${typed.slice(0, mark).replace(/[.,]/g, '')}.${typed.slice(mark + 1)}`)
}

/** Returns the whole percentage of '50%'; null for a number without the sign. */
export function percentIn(text: string): number | null {
  const typed = withPlainDigits(text)
  const percent = Number(/^\s*%?\s*(\d{1,3})\s*%?\s*$/.exec(typed.includes('%') ? typed : '')?.[1] ?? Number.NaN)
  return percent <= 100 ? percent : null
}

/** How the two parts of '46:30' are read: as hours and minutes, or as minutes and seconds. */
export type Clock = 'hours' | 'minutes'

/** Words for hours and minutes that the library's own reader of times does not know. */
const HOURS =
  '(?:h|hrs?|hours?|std\\.?|stunden?|heures?|horas?|ore|ora|godz\\.?|godzin[ay]?|ч\\.?|час(?:а|ов)?|год\\.?|годин[аи]?|時間|小时|小時|시간|saat|sa\\.?|tim\\.?|timm(?:ar|e)|timer?|uur|uren|tuntia?|hod\\.?|hodin[ay]?|óra|[ωώ]ρ(?:α|ες|[ωώ]ν)|giờ|tiếng|sat[ia]?|jam|ساع(?:ة|ه|ات)|ชั่วโมง|ชม\\.?|घंट[ेा]|שע(?:ה|ות))'
const MINUTES =
  '(?:m|mins?\\.?|minutes?|minuten|minutos?|minuti|minut[ay]?|мин\\.?|минут[аы]?|хв\\.?|分|分钟|分鐘|분|dk\\.?|dakika|minuter|minutter|minuuttia|perc|λεπτ[αάόο]|phút|menit|دقيقة|دقائق|นาที|मिनट|דקות)'
const HOUR_WORDS = new RegExp(`^(\\d[\\d.,]*)\\s*${HOURS}$`)
const MINUTE_WORDS = new RegExp(`^(\\d[\\d.,]*)\\s*${MINUTES}$`)
const BOTH_WORDS = new RegExp(
  `^(\\d+)\\s*${HOURS}\\s*(?:,|and|und|et|y|e|i|и|ve|og|och|en|και|và|dan|și|si|و|ו-?)?\\s*(\\d+)\\s*${MINUTES}?$`,
)

const DAYS =
  /^(\d+(?:[.,]\d+)?)\s*(?:d(?:ays?)?|j(?:ours?)?|tage?|días?|dias?|giorn[io]|dni|dzień|дн\.?|дн(?:я|ей)|день|日|天|일|gün|dag(?:ar|en|er)?|dygn)(?!\p{L})\.?,?\s*(.*)$/u

function inWords(typed: string): number | null {
  const both = BOTH_WORDS.exec(typed)
  if (both) return Number(both[1]) + Number(both[2]) / 60
  const hours = HOUR_WORDS.exec(typed)
  if (hours) return numberIn(hours[1] as string)
  const minutes = numberIn(MINUTE_WORDS.exec(typed)?.[1] ?? '')
  return minutes === null ? null : minutes / 60
}

/** 'Ten hours and a half', as several languages have it. */
const HALF_MORE =
  /^(\d+)(\s*(?:\p{L}+|時間|小时|小時|시간))\s*(?:and a half|und eine halbe|et demie?|y media|e mezz[ao]|e meia|i pół|с половиной|og en halv|och en halv|en een half|半|반)$/u

/** '~12', 'ca. 12', 'over 12' and '12+ h' are 12; '12½' is 12.5; the duration 'PT12H30M' (ISO 8601) is '12h 30m'. */
const withoutVagueness = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replace(
      /^(?:[~≈±<>≥]|ca?\.|ca(?=\s)|cca\.?|cirka|ungefär|omkring|ongeveer|około|ok\.|примерно|noin|yaklaşık|kb\.|asi|약|約|约|大约|大約|περίπου|khoảng|tầm|oko|otprilike|sekitar|kira-kira|kurang lebih|حوالي|تقريبا|aproximativ|cam|ประมาณ|लगभग|בערך|circa|about|approx\.?|around|over|almost|nearly|roughly|maybe|probably|at least|etwa|fast|über|rund|gut|knapp|gegen|mindestens|environ|au moins|plus de|casi|más de|quase|около)\s*(?=\d)/,
      '',
    )
    .replace(/(?<=\d[^\d]*)\s*(?:くらい|ぐらい|ほど|以上|前後|弱|強|多|左右|정도|이상|쯤|civarı|kadar)$/u, '')
    .replace(/(\d\s*\p{L}*)\s*(?:\+|-?ish|[?!…]+)(?=\s|$)/u, '$1')
    .replace(/^(\d+)\s*½/, '$1.5')
    .replace(HALF_MORE, '$1.5$2')
    .replace(/^pt(?=\d)((?:\d+h)?(?:\d+m)?(?:\d+(?:\.\d+)?s)?)$/, (_, parts: string) =>
      parts.replace(/([hms])(?=\d)/g, '$1 '),
    )

const IN_HOURS: Record<HoursUnit, number> = { hours: 1, minutes: 1 / 60, seconds: 1 / 3600 }

/**
 * Parses a time into hours: a number in the unit of the file, '8:35:30', '46:30', '3h 00min', '2 days 3 hours'. Returns
 * null for anything else.
 */
export function hoursIn(text: string, unit: HoursUnit, clock: Clock = 'hours'): number | null {
  if (text.length > LONGEST) return null
  const typed = withoutWords(withoutVagueness(withPlainDigits(text)))
  if (!/^[\d.,+-]/.test(typed) || typed.endsWith('%')) return null
  const span = /^(\d{1,4})\.(\d{1,2}:\d{2}:\d{2}(?:\.\d+)?)$/.exec(typed)
  if (span) return Number(span[1]) * 24 + (hoursIn(span[2] as string, unit, clock) ?? 0)
  const parts = /^(\d+):([0-5]?\d)(?::([0-5]?\d)(?:\.\d+)?)?$/.exec(typed)
  if (parts) {
    const [first, second, third] = [Number(parts[1]), Number(parts[2]), Number(parts[3] ?? 0)]
    if (parts[3] === undefined && clock === 'minutes') return first / 60 + second / 3600
    return first + second / 60 + third / 3600
  }
  const worded = inWords(typed)
  if (worded !== null) return worded
  const days = DAYS.exec(typed)
  const rest = days ? (days[2] as string) : typed
  // Minutes and seconds are whole numbers, whose thousands a point may divide.
  const isGrouped = unit !== 'hours' && /^\d{1,3}(?:\.\d{3})+$/.test(rest)
  const left = days && rest !== '' ? inWords(rest) : null
  if (days && left !== null) return (numberIn(days[1] as string) ?? 0) * 24 + left
  const number = days ? null : numberIn(isGrouped ? rest.replaceAll('.', '') : rest)
  if (number !== null) return number * IN_HOURS[unit]
  const minutes = rest === '' ? 0 : minutesOf(rest.replace(/\b(?:and|,)\s*/g, ' ').replace(/\s+\d+\s*s(?:ec\w*)?$/, ''))
  if (minutes === null || (days === null && rest === '')) return null
  return minutes / 60 + (days ? (numberIn(days[1] as string) ?? 0) * 24 : 0)
}

/** A time with its unit, and behind it words without another number: '60h e contando'. */
const TIMED_COMMENT =
  /^(.*\d\s*(?:h|hrs?|hours?|std\.?|stunden|heures|horas|ore|godz\.?|ч|saat|min\.?))[\s,(–—-]+\p{L}[^\d]*$/iu
/** A number with a comment in brackets: '40 (DLC 5)', '30 (still going)'; a unit in brackets is none. */
const BRACKETED_COMMENT = /^(\d[\d.,]*)\s*[([]([^()[\]]*\p{L}[^()[\]]*)[)\]]$/u
const UNIT = new RegExp(`^(?:${HOURS}|${MINUTES})$`)
/** A word, and behind it a time with its unit: 'env. 12 h'. One that says a part of the game is another time. */
const WORD_FIRST = new RegExp(
  `^(?!(?:dlc|main|story|extras?|chapter|left|nur|noch|seulement|kapitel|part|act)(?!\\p{L}))\\p{L}{2,12}\\.?\\s*(\\d[\\d.,]*\\s*(?:${HOURS}|${MINUTES}))$`,
  'u',
)
function withoutWords(text: string): string {
  const [, number, comment = ''] = BRACKETED_COMMENT.exec(text.trim()) ?? []
  if (number !== undefined) return UNIT.test(comment.trim()) ? `${number} ${comment.trim()}` : number
  return TIMED_COMMENT.exec(text.trim())?.[1] ?? WORD_FIRST.exec(text.trim())?.[1] ?? text
}

/** Returns whether words stand behind a time. */
export const hasWords = (text: string): boolean => withoutWords(withoutVagueness(text)) !== withoutVagueness(text)

/** A rating and the best one of its scale. */
export interface Rated {
  value: number
  max: number
}

/** Parses '4', '4.5', '4½', '8/10', '9 out of 10', '90 %', '4 stars', '★★★★½' and '⭐⭐⭐⭐'. Returns null for anything else. */
export function ratingIn(text: string, max: number): Rated | null {
  if (text.length > LONGEST) return null
  const typed = withPlainDigits(text).trim().replaceAll('\ufe0f', '')
  const letters = LETTER_GRADE.test(typed) ? LETTER_GRADES[typed.toUpperCase()] : undefined
  if (letters !== undefined) return { value: letters, max: 10 }
  const stars = /^((?:★|⭐|🌟|✭|✮|\*)+)\s*(½?)[☆\s]*$/u.exec(typed)
  if (stars) return ofStars([...(stars[1] as string)].length + (stars[2] ? 0.5 : 0))
  if (typed === '½') return { value: 0.5, max: 5 }
  const counted = /^[★⭐]\s?([1-5])$/u.exec(typed)
  if (counted) return { value: Number(counted[1]), max: 5 }
  const share =
    /^(\d+(?:[.,]\d+)?)(½?)\s*(?:\/|out of|von|sur|de|su|of|из|z|na|από|στα|trên|od|dari|din|من|में से|מתוך)\s*(5|10|20|100)$/i.exec(
      withoutComment(typed),
    )
  if (share) return { value: (numberIn(share[1] as string) ?? 0) + (share[2] ? 0.5 : 0), max: Number(share[3]) }
  const worded =
    /^(\d+(?:[.,]\d+)?)(½?)\s*(stars?|sterne?|étoiles?|estrellas?|estrelas?|stelle|sterren|stjärnor|gwiazd\p{L}*|αστέρια|sao|zvjezdic[ae]|bintang|نجوم|نجمة|stele|ดาว|सितारे|כוכבים|зв[её]зд\p{L}*|★|⭐|星|개)?$/iu.exec(
      typed,
    )
  if (worded?.[2] || worded?.[3]) {
    const value = (numberIn(worded[1] as string) ?? 0) + (worded[2] ? 0.5 : 0)
    return worded[3] ? ofStars(value) : { value, max }
  }
  // '10 ore e mezza' is a time.
  const isTime = () => !BRACKETED_COMMENT.test(typed) && hoursIn(typed, 'hours') !== null
  const value = numberIn(typed.replace(POINTS, '')) ?? (isTime() ? null : numberIn(withoutComment(typed)))
  return value === null ? null : { value, max: typed.endsWith('%') ? 100 : max }
}

/** A rating with its scale, and words behind it: '9/10 - loved it', '4/5 (hard)'. */
const SCALED_COMMENT = /^(\d[\d.,½]*\s*\/\s*\d{1,3})(?:\s*[-–—:,;(!]+\s*|\s+)(?:\p{L}.*|)$/su
/** A number, and behind it signs or words without another number: '10!!', '3 (at best)'. */
const PLAIN_COMMENT =
  /^(\d{1,3}(?:[.,]\d{1,2})?½?)(?:\s*[!?.…]+|\s*[-–—:,;(!?.…]+\s*\p{L}[^\d]*|\s+\p{L}{2,}\s[^\d]*)$/u
const withoutComment = (text: string): string => (SCALED_COMMENT.exec(text) ?? PLAIN_COMMENT.exec(text))?.[1] ?? text

/** Returns whether words stand behind a rating. */
export const hasComment = (text: string): boolean =>
  withoutComment(text.trim()) !== text.trim() && /\p{L}{2}/u.test(text)

/** Words for points behind a rating. */
const POINTS =
  /\s*(?:点|점|分|points?|pts?\.?|punkte?|pkt\.?|puntos?|pontos?|punti|punt[yó]w?|балл\p{L}*|очк\p{L}*|poäng|punten|điểm|bodova?|คะแนน)$/iu

const ofStars = (value: number): Rated => ({ value, max: value <= 5 ? 5 : 10 })

const YES = new Set(
  `true checked ticked yes y yep yup yeah evet kyllä ano áno igen x 1 on ● ◉ ■ 👍 ✓ ✔ ✅ ☑ ☒ 🗹 ❤ ♥ 💖 ⭐ ★ ja oui sí si sì sim tak vrai wahr vero verdadero verdadeiro prawda да истина д ○ 〇 o ◯ はい 是 √ 예 네 + ναι αληθής có đúng da istina točno ya sudah rồi benar نعم صح adevărat ใช่ हाँ हां כן так істина doğru igaz tosi sand sann`.split(
    ' ',
  ),
)
const NO = new Set(
  `false unchecked no n nope nej nee hayır ei ne nem ні 0 off - – — □ 👎 ❌ ✗ ✘ ☐ ⬜ 🔲 × nein non não nao faux falsch falso falsz fałsz nie нет ложь いいえ 否 아니오 none null όχι οχι ψευδής không sai netočno tidak salah belum لا خطأ nu fals ไม่ ไม่ใช่ नहीं לא yanlış hamis epätosi falsk usann`.split(
    ' ',
  ),
)

/** Answers that are no yes so far: 'Not yet'. */
const NOT_YET =
  /^(?:not (?:really |quite |just )?yet|(?:no,? )?not (?:at )?the moment|yet to|noch nicht|nö|nee|pas encore|pas du tout|todavía no|aún no|no todavía|ainda não|não ainda|non ancora|ancora no|jeszcze nie|ещ[её] не[т]?|пока не[т]?|まだ|未|还没|還沒|还没有|尚未|没有|沒有|아직|아직 안 함|inte än|ännu inte|nog niet|henüz değil|hayır|ikke endnu|ikke ennå|ei vielä|ei|ještě ne|ще ні|nem|még nem|όχι ακόμα|chưa|još ne|belum|ليس بعد|لم تنته بعد|încă nu|nu încă|ยัง|ยังไม่|ยังไม่จบ|अभी नहीं|עדיין לא|עוד לא)[.!…]*$/u

/**
 * Parses a flag, also one that is written as a sign, and one with more behind it: 'Yes (twice)'. Returns null for a text that is
 * neither yes nor no.
 */
export function flagIn(text: string): boolean | null {
  if (text.length > LONGEST) return null
  const typed = text.trim().toLowerCase().replaceAll('\ufe0f', '')
  const [, word = typed, rest = ''] = /^(\p{L}{2,})\s*[,;(!.](.*)$/u.exec(typed) ?? []
  // 'No, dropped' says more than no.
  if (NO.has(word) && likelyMeaningOf(rest.trim()) !== undefined) return null
  if (YES.has(word)) return true
  return word === '' || NO.has(word) || NOT_YET.test(typed) ? false : null
}
