/**
 * Returns the part of an address that a title suggests: letters and digits of every script, in lower case and without accents;
 * everything else collapses into hyphens, without one at the ends (R-PLDATA-09). A title of more than `most` characters is cut
 * at a word. Returns `nameless` for a title without letters and digits.
 */
export function slugOf(title: string, { most, nameless }: { most: number; nameless: string }): string {
  const joined = title
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
  const letters = [...joined]
  if (letters.length <= most) return joined || nameless
  const cut = letters.slice(0, most).join('')
  const hyphen = cut.lastIndexOf('-')
  return (hyphen > most / 2 ? cut.slice(0, hyphen) : cut).replace(/-+$/, '')
}
