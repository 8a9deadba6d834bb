/** The languages in which people write the month of a date as a word. */
const LANGUAGES = ['en', 'de', 'fr', 'es', 'pt', 'it', 'pl', 'ru', 'nl', 'sv', 'da', 'nb', 'fi', 'uk', 'cs', 'tr', 'hu']
/** Spellings that no list of names has. */
const OTHERS: Readonly<Record<string, number>> = { sept: 9, mrz: 3, maerz: 3, jaenner: 1, janner: 1, set: 9, fev: 2 }

const folded = (name: string) =>
  name
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f.]/g, '')
    .normalize('NFC')

function monthNames(): ReadonlyMap<string, number> {
  const names = new Map<string, number>(Object.entries(OTHERS))
  for (const language of LANGUAGES)
    for (const month of ['long', 'short'] as const)
      for (const day of [undefined, 'numeric'] as const) {
        const format = new Intl.DateTimeFormat(language, { month, ...(day && { day }), timeZone: 'UTC' })
        for (let at = 0; at < 12; at += 1) {
          const parts = format.formatToParts(Date.UTC(2021, at, 5))
          const name = folded(parts.find(({ type }) => type === 'month')?.value ?? '')
          if (/^\p{L}{2,}$/u.test(name) && !names.has(name)) names.set(name, at + 1)
        }
      }
  return names
}

let names: ReadonlyMap<string, number> | null = null

/** Returns the number of a month by its name or its short form, in the languages of most files; null for another word. */
export function monthOf(word: string): number | null {
  names ??= monthNames()
  const name = folded(word)
  const exact = names.get(name)
  if (exact !== undefined) return exact
  // Short forms of three and more letters: 'octo', 'juil'.
  if (name.length < 3) return null
  const begun = [...names].filter(([each]) => each.startsWith(name)).map(([, month]) => month)
  return begun.length > 0 && begun.every((month) => month === begun[0]) ? (begun[0] as number) : null
}
