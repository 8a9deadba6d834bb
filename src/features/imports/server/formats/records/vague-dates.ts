/** Words for a part of a year, in the languages of most files. */
const PARTS =
  /(?<!\p{L})(?:[qthsз]\s?[1-4]|[1-4]\s?[qth]|[1-4]\.\s?(?:quartal|kwartał|квартал)|spring|summer|autumn|fall|winter|early|mid|late|beginning|end|frühling|frühjahr|sommer|herbst|anfang|mitte|ende|printemps|été|automne|hiver|début|fin|primavera|verano|otoño|invierno|principios|finales|verão|outono|inverno|início|final|estate|autunno|inizio|fine|wiosna|wiosną|lato|latem|jesień|jesienią|zima|zimą|początek|koniec|весна|весной|лето|летом|осень|осенью|зима|зимой|начало|конец|voorjaar|lente|zomer|najaar|begin|eind|vår|våren|sommaren|sommar|höst|hösten|vintern|vinter|jaro|léto|podzim|ilkbahar|yaz|sonbahar|kış|kevät|kesä|syksy|talvi)(?!\p{L})|[春夏秋冬]|[봄여름가을겨울]|上旬|初め|末/iu
const LONGEST = 28
const ONE_YEAR =
  /^\D*(?:[qths]\s?[1-4]|[1-4]\s?[qths]|[1-4]\.)?\D*?(?<!\d)(19[5-9]\d|20[0-4]\d)(?!\d)\D*(?:[qths]?[1-4])?\D*$/iu
const SHORT_YEAR = /^\p{L}[^\d]*['’](\d\d)$/u

/** Returns the only year in a text such as 'Q3 2020', 'spring 2019' and "Summer '21"; null for a text without one, and for a long one. */
export function yearIn(text: string): string | null {
  const typed = text.trim()
  if (typed.length > LONGEST) return null
  const short = SHORT_YEAR.exec(typed)?.[1]
  if (short !== undefined) return `${Number(short) < 70 ? '20' : '19'}${short}`
  return ONE_YEAR.exec(typed)?.[1] ?? null
}

/** Returns whether a text is a part of a year: 'Q3 2020', 'Winter 2020/21'. */
export const isPartOfYear = (text: string): boolean =>
  text.length <= LONGEST && /\d\d/.test(text) && PARTS.test(text) && (yearIn(text) !== null || ACROSS.test(text))

/** Two years that follow each other. */
const ACROSS = /(?<!\d)(?:19|20)\d\d\s*[/–-]\s*(?:\d\d)?\d\d(?!\d)/
