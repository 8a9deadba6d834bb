import { foldedWords, hasNoSpaces } from './folded.ts'
import { meaningOf } from './status-words.ts'

const listOf = (list: string): string[] => list.split(/[|\n]+/)
const setOf = (list: string): ReadonlySet<string> => new Set(listOf(list).map(foldedWords))

/** Words for a sum, a mean and a count, in the languages of most files. */
const SUM_WORDS = `total|totals|grand total|overall total|subtotal|sub total|subtotals|sum|sums|average|avg|mean|median|count|number of|overall
|summe|gesamt|gesamtsumme|zwischensumme|gesamtzahl|insgesamt|durchschnitt|schnitt|mittelwert|anzahl
|total général|sous total|au total|totaux|moyenne|nombre de|nombre
|promedio|media|subtotales|totales|cantidad de|cantidad|número de|total de
|média|quantidade de|quantidade|totale|totali|somma|subtotale|totale generale|numero di
|razem|łącznie|ogółem|suma|średnia|liczba|itogo|итого|всего|подытог|сумма|среднее|количество|разом|усього|середнє
|合計|小計|総計|計|平均|总计|合计|小计|共计|总共|總計|共計|합계|총계|총합|소계|평균|총
|toplam|genel toplam|ara toplam|ortalama|totaal|subtotaal|gemiddelde|aantal|summa|totalt|snitt|medelvärde|i alt|gennemsnit
|σύνολο|μέσος όρος|άθροισμα|tổng|tổng cộng|trung bình|ukupno|prosjek|zbroj|jumlah|rata rata|المجموع|الإجمالي|المتوسط|medie|รวม|कुल|योग|औसत|סה כ|סהכ|ממוצע
|yhteensä|keskiarvo|celkem|průměr|počet|összesen|átlag`
const SUMS = setOf(SUM_WORDS)
const FIRST_WORDS = new Set(listOf(SUM_WORDS).map((word) => word.split(' ')[0] ?? ''))

/** Words for games, and those beside them that say what is added up. */
const GAMES = setOf(
  `games|game|titles|video games|spiele|spielen|titel|jeux|jeu|juegos|juego|jogos|jogo|giochi|gioco|gry|gier|игр|игры|spellen|spel|spil|spill|hry|her|oyun|oyunlar|παιχνίδια|game|trò chơi|igara|igre|permainan|ألعاب|لعبة|jocuri|เกม|खेल|गेम|משחקים`,
)
const COUNTED = setOf(
  `hours|time|playtime|play|rating|score|heures|temps|horas|tiempo|tempo|ore|stunden|std|spielzeit|note|nota|voto|wertung|godzin|ocena|часов|часы|uren|timmar|saat|puan|h|hrs|of|de|di|der|aller|all|so|far`,
)
const LONGEST = 60
const MAX_WORDS = 3

/** Returns whether a text is the name of a sum, a mean or a count: 'Total', 'Média', 'Total terminés', '3 Spiele', 'Summe: 12'. */
export function saysSum(text: string): boolean {
  if (text.length > LONGEST || !mayBegin(text)) return false
  const words = foldedWords(text)
  const list = words.split(' ')
  if (isNumber(list[0] ?? '') && list.length > 1) return GAMES.has(list[1] as string)
  if (hasNoSpaces(words)) return SUMS.has(words.replace(/[\d\s]+[本個款개]?$/u, ''))
  for (let length = Math.min(MAX_WORDS, list.length); length > 0; length -= 1) {
    if (!SUMS.has(list.slice(0, length).join(' '))) continue
    const others = list.slice(length).filter((word) => !isNumber(word) && !GAMES.has(word) && !COUNTED.has(word))
    // 'Total terminés' adds up those games, 'Total Switch: 14' has its number behind it, and 'Total Overdose' is a game.
    return (
      others.length === 0 || meaningOf(others.join(' ')) !== undefined || /^[^:]+:\s*[\d.,]+(?:\s*\p{L}+)?$/u.test(text)
    )
  }
  return false
}

/** Most texts begin with another word, and this comparison is cheap. */
function mayBegin(text: string): boolean {
  const [, word = ''] = /^[^\p{L}\d]*(\d+(?=\s*\p{L})|\p{L}+)/u.exec(text) ?? []
  return isNumber(word) || FIRST_WORDS.has(word.toLowerCase()) || (hasNoSpaces(word) && word.length <= LONGEST_SIGNS)
}
const LONGEST_SIGNS = 6

const isNumber = (word: string): boolean => /^\d+$/.test(word)
