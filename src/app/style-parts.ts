import { type CssNode, ident, type List, parse } from 'css-tree'
import type { StylePart } from './page-styles.ts'

const GROUP = /^(?:layer|media|supports|container)$/

/**
 * Returns the rules of a built stylesheet with the classes that they need, for `selectStyles`. The build calls this once, so the
 * server reads no CSS (decision 0095). `@font-face` is left out: two of the same face would load the font twice. So are the
 * rules of print: the whole stylesheet has arrived before anybody prints.
 */
export function stylePartsOf(css: string): StylePart[] {
  const { children } = parse(css, {
    positions: true,
    parseValue: false,
    parseCustomProperty: false,
    parseAtrulePrelude: false,
  }) as { children: List<CssNode> }
  return partsOf(children, css)
}

function partsOf(nodes: List<CssNode>, css: string): StylePart[] {
  return nodes.toArray().flatMap((node): StylePart[] => {
    const text = sourceOf(node, css)
    if (node.type === 'Rule') {
      // What the library cannot read stays.
      const needs = node.prelude.type === 'SelectorList' ? node.prelude.children.toArray().map(classesOf) : [[]]
      return [{ text, needs }]
    }
    if (node.type !== 'Atrule' || node.name === 'font-face') return []
    if (!node.block || !GROUP.test(node.name)) return [{ text, needs: [[]] }]
    const prelude = `@${node.name}${node.prelude ? ` ${sourceOf(node.prelude, css)}` : ''}`
    if (prelude === '@media print') return []
    return [{ prelude, parts: partsOf(node.block.children, css) }]
  })
}

const sourceOf = ({ loc }: CssNode, css: string) => (loc ? css.slice(loc.start.offset, loc.end.offset) : '')

/** Returns the classes that an element and those around it must have. What stands in brackets, as in `:not(.a)`, is no condition. */
const classesOf = (selector: CssNode): string[] =>
  selector.type === 'Selector'
    ? selector.children.toArray().flatMap((part) => (part.type === 'ClassSelector' ? [ident.decode(part.name)] : []))
    : []
