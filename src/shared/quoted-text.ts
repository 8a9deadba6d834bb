/** The number of quoted characters (code points). */
const QUOTED = 60

/** Isolates a text, so that its writing direction does not affect its surroundings. */
export const bidiIsolated = (text: string): string => `\u2068${text}\u2069`

/** Returns the beginning of a text on one line, in quotation marks. */
export function quotedText(text: string): string {
  const characters = [...text.replace(/\s+/g, ' ').trim()]
  const beginning = characters.length > QUOTED ? `${characters.slice(0, QUOTED).join('')}…` : characters.join('')
  return `“${bidiIsolated(beginning)}”`
}
