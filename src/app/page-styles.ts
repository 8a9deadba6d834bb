/** The file of the rules of each stylesheet, which the build writes beside the manifest. */
export const STYLE_PARTS = '.vite/style-parts.json'

/** A statement or rule as it stands, with the classes that each of its selectors needs; or a group of others (`@media`). */
export type StylePart =
  | { text: string; needs: readonly (readonly string[])[] }
  | { prelude: string; parts: readonly StylePart[] }

/**
 * Selects from the rules of a stylesheet those that the elements of a page can match: a page that a visitor opens first is painted
 * with these, before the stylesheet has arrived (decision 0095). A rule is left out only if it needs a class that no element has,
 * so a page may have rules that match nothing, and never lacks one.
 */
export function selectStyles(parts: readonly StylePart[], html: string): string {
  const used = new Set<string>()
  for (const [, value = ''] of html.matchAll(/\sclass="([^"]*)"/g))
    for (const name of value.split(' ')) used.add(name.includes('&') ? unescapeHtml(name) : name)
  return write(parts, used)
}

function write(parts: readonly StylePart[], used: ReadonlySet<string>): string {
  let css = ''
  for (const part of parts) {
    if ('parts' in part) {
      const inner = write(part.parts, used)
      // The order of layers is that of their first mention.
      if (inner || part.prelude.startsWith('@layer')) css += `${part.prelude}{${inner}}`
    } else if (part.needs.some((names) => names.every((name) => used.has(name)))) css += part.text
  }
  return css
}

const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#x27;': "'" }
const unescapeHtml = (text: string) =>
  text.replace(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => ENTITIES[entity] as string)
