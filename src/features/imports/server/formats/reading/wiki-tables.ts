/** A longer cell has no marks. */
const LONGEST_CELL = 1000

/** Returns the rows of a table as wikis write it. */
export function wikiRows(lines: readonly string[]): string[][] {
  const rows: string[][] = [[]]
  for (const line of lines) {
    const typed = line.trim()
    if (typed.startsWith('|}')) break
    if (typed.startsWith('|-')) rows.push([])
    // Only in a line of header cells two exclamation marks divide; elsewhere they may belong to a name.
    else if (typed.startsWith('!'))
      rows.at(-1)?.push(
        ...typed
          .slice(1)
          .split(/\|\||!!/)
          .map(wikiCell),
      )
    else if (/^\|(?!\+)/.test(typed)) rows.at(-1)?.push(...typed.slice(1).split('||').map(wikiCell))
  }
  return rows.filter((row) => row.length > 0)
}

/** '[[Celeste (video game)|Celeste]]' is Celeste, '{{yes}}' is yes, and what stands before a single bar describes the cell. */
const wikiCell = (whole: string): string =>
  whole
    .slice(0, LONGEST_CELL)
    .replace(/\[\[(?:[^\]|]*\|)?([^\]]*)\]\]/g, '$1')
    .replace(/\{\{(yes|no)(?:\|[^}]*)?\}\}/gi, '$1')
    .replace(/<ref\b.*?(?:<\/ref>|\/>)|<[^>]*>/g, ' ')
    .replace(/^[^|]*=[^|]*\|/, '')
    .replace(/'{2,}/g, '')
