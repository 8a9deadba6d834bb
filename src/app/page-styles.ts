/**
 * Returns a function that selects from the built stylesheet the rules that the elements of a page can match: a page that a
 * visitor opens first is painted with these, before the stylesheet has arrived (decision 0095). A rule is left out only if it
 * needs a class that no element has, so a page may have rules that match nothing, and never lacks one. `@font-face` is left
 * out: two of the same face would load the font twice.
 */
export function stylesFor(stylesheet: string): (html: string) => string {
  const parts = parse(stylesheet)
  return (html) => {
    const used = new Set<string>()
    for (const [, value = ''] of html.matchAll(/\sclass="([^"]*)"/g))
      for (const name of value.split(' ')) used.add(name.includes('&') ? unescapeHtml(name) : name)
    return write(parts, used)
  }
}

/** A statement or rule as it stands, with the classes that each of its selectors needs; or a group of others (`@media`). */
type Part = { text: string; needs: readonly (readonly string[])[] } | { prelude: string; parts: readonly Part[] }

const GROUP = /^@(?:layer|media|supports|container)\b/
const ALWAYS = [[]] as const

/** Reads what the build writes: without comments, except at the start. */
function parse(css: string): Part[] {
  const parts: Part[] = []
  let begin = css.startsWith('/*') ? css.indexOf('*/') + 2 : 0
  for (let at = begin; at < css.length; at = begin) {
    const open = endOf(css, at, ';{')
    const close = css[open] === '{' ? endOf(css, open + 1, '}') : open
    const prelude = css.slice(begin, open).trim()
    const text = css.slice(begin, close + 1).trim()
    begin = close + 1
    if (prelude === '' || prelude.startsWith('@font-face')) continue
    if (text.endsWith('}') && GROUP.test(prelude)) parts.push({ prelude, parts: parse(css.slice(open + 1, close)) })
    else parts.push({ text, needs: prelude.startsWith('@') ? ALWAYS : selectorsOf(prelude).map(classesOf) })
  }
  return parts
}

/** What ends something, or changes what ends it. */
const MARKS = /[\\"'()[\]{};,]/g

/** Returns where one of the characters stands next outside of brackets, blocks and strings; the end of the text without one. */
function endOf(css: string, from: number, characters: string): number {
  let depth = 0
  let quote = ''
  MARKS.lastIndex = from
  while (MARKS.test(css)) {
    const character = css[MARKS.lastIndex - 1] as string
    if (character === '\\') MARKS.lastIndex++
    else if (quote) quote = character === quote ? '' : quote
    else if (depth === 0 && characters.includes(character)) return MARKS.lastIndex - 1
    else if (character === '"' || character === "'") quote = character
    else if ('([{'.includes(character)) depth++
    else if (')]}'.includes(character)) depth--
  }
  return css.length
}

function selectorsOf(list: string): string[] {
  const end = endOf(list, 0, ',')
  return end === list.length ? [list] : [list.slice(0, end), ...selectorsOf(list.slice(end + 1))]
}

/** Returns the classes that an element and those around it must have. What stands in brackets, as in `:not(.a)`, is no condition. */
function classesOf(selector: string): string[] {
  let bare = ''
  for (let at = 0; at < selector.length; at++) {
    const character = selector[at] as string
    if (character === '\\') bare += character + selector[++at]
    else if (character === '(' || character === '[') at = endOf(selector, at + 1, character === '(' ? ')' : ']')
    else bare += character
  }
  return [...bare.matchAll(/\.((?:\\[0-9a-f]{1,6} ?|\\.|[\w-]|[^\0-\x7f])+)/gi)].map(([, name = '']) =>
    name.replace(/\\(?:([0-9a-f]{1,6}) ?|(.))/gi, (_, code, character) =>
      code ? String.fromCodePoint(Number.parseInt(code, 16)) : character,
    ),
  )
}

function write(parts: readonly Part[], used: ReadonlySet<string>): string {
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
