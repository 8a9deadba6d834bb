import type { Meaning } from '../../../mapping.rules.ts'
import { foldedWords, hasNoSpaces } from './folded.ts'
import { CONTRACTED, meaningOf, NEGATIONS } from './status-words.ts'

/**
 * Beginnings of words for a status, in the forms that people write: 'rzuciłem po godzinie', 'Klarade med frugan'. They say less than the
 * whole words, and only in a column for the status.
 */
const STEMS: readonly (readonly [Meaning, RegExp])[] = [
  [
    'dropped',
    /^(?:drop|abandon|aufgegeb|aufgehor|abgebroch|hingeschmiss|laisse|lache|arret|deje|dejad|rend[ií]|desist|largu|largad|moll[aeo]t|abbandon|lasciat|porzuc|rzuci|przerw|odpusc|zarzuc|брос|заброс|дропн|удалил|gestopt|opgegev|afgehaak|weggelegd|avbr[uo]t|overgiv|overgett|slutade|forlad|nedohra|zahod|vzda|birak|terk|lopet|luovut|кинув|покину|παρατ|εγκατ[αελ]|βαρεθ|odusta|napust|prekin|ditingg|nyerah|berhent|ترك|هجر|تخل|renunt|lasat|छोड़|נטש|ויתר|הפסק)/u,
  ],
  [
    'paused',
    /^(?:paus|pauz|unterbr|zuruckgest|suspend|suspes|sospes|aplaz|aparc|odlozy|odlozo|wstrzym|zawiesz|отлож|приостан|gepauze|onderbr|vilar|prerus|pozasta|beklet|ara|αναμον|διακοπ|cekanj|odgod|menunggu|tunda|asteptare|aman|المعلق|הקפא)/u,
  ],
  ['completionist', /^(?:platin|komplettier|плат[иі]н|splatyn|wymaks|calak)/u],
  [
    'completed',
    /^(?:durchgespiel|durchgezock|abgeschloss|beendet|geschaff|termine|terminad|terminat|fini(?:e|es|s|to|ta|ti|te)?$|acheve|complet|finaliz|acabad|acabe|pasad|zere|zera|conclu|przesz|ukoncz|skoncz|zalicz|пройд|прош[её]?л|заверш|законч|добил|осилил|uitgespeel|voltooi|afgerond|klarad|klarat|avklar|genomspel|fardig|gennemf|gjennomf|dohra|dokonc|(?:bitir|tamamla)(?!\p{L}*m[ae][dm])|lapais|kijatsz|befejez|vegigj|τελειω|τερματ|ολοκληρω|zavrs|dovrs|presao|presla|odigra|tamat|selesai|انه|اكمل|ختم|terminat|finaliz|סיימ|גמר|השלמ|beat|beaten|finish|cleared)/u,
  ],
  [
    'playing',
    /^(?:playing|spiele|zocke|jugando|jogando|giocando|gioco|gram|играю|прохожу|проходим|speel|bezig|spelar|spiller|hraju|hraji|oynuyor|pelaan|граю|mittendrin|halbzeit|entame|meta|medias|metade|polow\p{L}*|halverwege|halvvags|παιζ|igram|main|bermain|العب|عبها|joc|משחק|jatszom)/u,
  ],
]

/** The same in signs that are written without spaces. */
const SIGNS: readonly (readonly [Meaning, RegExp])[] = [
  [
    'want_to_play',
    /^(?:まだ|未|还没|還沒|尚未|没|沒|아직|안).*(?:やっ|やら|遊|プレイ|始め|触|開|开|拆|玩|開始|入手|해|하|시작|켜)|^(?:打算|想|计划|計[劃畫]|准备|準備|待).*(?:玩|遊|游|買|买)/u,
  ],
  [
    'dropped',
    /やめ|投げ|挫折|断念|飽き|積んだ|弃|棄|放弃|放棄|半途|不玩|退坑|劝退|不下去|접[었음]|포기|그만|하차|때려/u,
  ],
  ['paused', /中断|保留|休止|搁置|擱置|暂停|暫停|보류|쉬는|멈/u],
  ['completionist', /トロコン|プラチナ|コンプ|白金|全成就|全收集|플래|올클/u],
  [
    'completed',
    /クリア|終わっ|終え|エンディング|通关|通關|打完|玩完|打通|破关|破關|结局|結局|클리어|엔딩|깼|깸|완료|끝/u,
  ],
  ['playing', /遊んで|プレイ中|やって|途中|周目|在玩|正在|进行|進行|玩着|하는\s?중|하고\s?있|중$/u],
]

/**
 * Returns what a text in a column for the status means: as a word for a status, or by the beginnings of its words. Undefined if they
 * say nothing, two things, or what is not.
 */
export function likelyMeaningOf(text: string): Meaning | undefined {
  const known = meaningOf(text)
  const [, rest] = known === undefined ? (NO_BUT.exec(text) ?? []) : []
  if (rest !== undefined) return likelyMeaningOf(rest)
  if (known !== undefined || text.length > LONGEST) return known
  const words = foldedWords(text)
  const [isSigns, list] = [hasNoSpaces(words), words.split(' ')]
  if (isSigns) {
    const isNot = /^[未没沒不미안]|^(?:まだ|아직|还没|還沒|尚未)|ない$/.test(words)
    const [first] = SIGNS.filter(([, pattern]) => pattern.test(words))
    return isNot && first?.[0] !== 'want_to_play' ? undefined : first?.[0]
  }
  if (list.some((word) => NEGATIONS.test(word)) || CONTRACTED.test(words)) return undefined
  const found = STEMS.flatMap(([meaning, pattern]) => (list.some((word) => pattern.test(word)) ? [meaning] : []))
  // 'Zerei 100%, platinei' is more than completed, and 'Stopped playing' is no playing.
  const [first] = found
  return found.length === 1 || first === 'completionist' || (first === 'dropped' && found[1] === 'playing')
    ? first
    : undefined
}

/** Returns whether a text says that a game is not finished, and nothing more: 'Sin terminar', 'nie ukończone'. */
export function saysUnfinished(text: string): boolean {
  const words = text.length > LONGEST ? [] : foldedWords(text).split(' ')
  const others = words.filter((word) => !NEGATIONS.test(word))
  const isEnd = INFINITIVES.test(others.join(' ')) || likelyMeaningOf(others.join(' ')) === 'completed'
  return others.length < words.length && isEnd
}
const INFINITIVES = /^(?:termin|finir|acaba|finaliz|zerar|conclu)/

/** 'No, gave up' says more than no. */
const NO_BUT =
  /^\s*(?:no|nope|nein|non|não|nie|нет|nee|nej|nei|hayır|いいえ|否)\s*(?:[,;:–—-]\s*|[([](?=.*[)\]]$))(\S.*?)[)\]]?$/iu

const LONGEST = 60
