/** A page or an action that a text can find: its label, and further words, phrases separated by commas. */
interface Named {
  label: string
  words: string
}

/** Shorter words are hardly ever misspelled. */
const SHORTEST_SLIP = 5

const wordsIn = (text: string): string[] =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

/**
 * Returns how well a text names something; lower is better, null is not at all. 0: the text is its label or one of its
 * phrases. 1: its label begins with the text. 2: each word of the text begins a word of the label, 3: or one of the
 * further words. 4 and 5: the same with one letter of a word wrong.
 */
function fitOf({ label, words }: Named, text: string): number | null {
  const typed = wordsIn(text)
  if (typed.length === 0) return null
  const whole = typed.join(' ')
  const name = wordsIn(label)
  if (name.join(' ') === whole || words.split(',').some((phrase) => wordsIn(phrase).join(' ') === whole)) return 0
  if (name.join(' ').startsWith(whole)) return 1
  if (typed.every((word) => name.some((own) => own.startsWith(word)))) return 2
  const all = [...name, ...wordsIn(words)]
  if (typed.every((word) => all.some((own) => own.startsWith(word)))) return 3
  const isNear = (among: readonly string[]) => (word: string) =>
    among.some((own) => own.startsWith(word) || (word.length >= SHORTEST_SLIP && isOneSlip(word, own)))
  if (typed.every(isNear(name))) return 4
  return typed.every(isNear(all)) ? 5 : null
}

/** Returns whether two words differ by one letter: wrong, missing, too many, or exchanged with its neighbour. */
function isOneSlip(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false
  let start = 0
  while (start < a.length && a[start] === b[start]) start += 1
  const rest = (word: string, from: number) => word.slice(start + from)
  return (
    rest(a, 1) === rest(b, 1) ||
    rest(a, 1) === rest(b, 0) ||
    rest(a, 0) === rest(b, 1) ||
    (a[start] === b[start + 1] && a[start + 1] === b[start] && rest(a, 2) === rest(b, 2))
  )
}

/** Returns the things that the text names, the best first; with `isExact` those that it names exactly. */
export function findByName<Thing extends Named>(
  things: readonly Thing[],
  text: string,
): { thing: Thing; isExact: boolean }[] {
  return things
    .flatMap((thing) => {
      const fit = fitOf(thing, text)
      return fit === null ? [] : [{ thing, fit }]
    })
    .sort((a, b) => a.fit - b.fit)
    .map(({ thing, fit }) => ({ thing, isExact: fit === 0 }))
}
