/** The formatting that the text box offers; members may also type the tags themselves. */
export const FORMATS = ['bold', 'italic', 'quote', 'list', 'link'] as const
export type Format = (typeof FORMATS)[number]

export const FORMAT_LABELS: Record<Format, string> = {
  bold: 'Bold',
  italic: 'Italic',
  quote: 'Quote',
  list: 'List',
  link: 'Link',
}

/** A replacement in a text, and the selection after it. */
export interface TextChange {
  from: number
  to: number
  insert: string
  selection: [from: number, to: number]
}

const TAGS = { bold: 'b', italic: 'i', quote: 'blockquote' } as const

/** Returns the change that formats the selected part of a text. Without a selection the caret stands between the tags. */
export function formatChange(text: string, from: number, to: number, format: Format): TextChange {
  const selected = text.slice(from, to)
  if (format === 'link') {
    // Addresses become links by themselves, so the change only prepares one.
    const before = selected === '' ? '' : `${selected} `
    const insert = `${before}https://`
    return { from, to, insert, selection: [from + insert.length, from + insert.length] }
  }
  if (format === 'list') {
    const lines = selected.split('\n').filter((line) => line.trim() !== '')
    const items = (lines.length > 0 ? lines : ['']).map((line) => `<li>${line.trim()}</li>`).join('\n')
    const insert = `<ul>\n${items}\n</ul>`
    const caret = from + '<ul>\n<li>'.length
    return {
      from,
      to,
      insert,
      selection: lines.length > 0 ? [from, from + insert.length] : [caret, caret],
    }
  }
  const open = `<${TAGS[format]}>`
  const insert = `${open}${selected}</${TAGS[format]}>`
  return { from, to, insert, selection: [from + open.length, from + open.length + selected.length] }
}

/** The beginning of a mention at the caret: where its @ stands, and the letters after it. */
export interface MentionStart {
  at: number
  letters: string
}

/** The letters are the beginning of a username or of a display name. */
const MENTION = /(?:^|[^\p{L}\p{N}_@/-])@([\p{L}\p{N}_-]{1,20})$/u

/** Returns the mention that ends at the caret; null if there is none. */
export function mentionAt(text: string, caret: number): MentionStart | null {
  const found = MENTION.exec(text.slice(Math.max(0, caret - 40), caret))
  const letters = found?.[1]
  return letters ? { at: caret - letters.length - 1, letters } : null
}

/** Returns the change that completes a mention. */
export function mentionChange({ at, letters }: MentionStart, username: string): TextChange {
  const insert = `@${username} `
  return {
    from: at,
    to: at + letters.length + 1,
    insert,
    selection: [at + insert.length, at + insert.length],
  }
}

export const applyChange = (text: string, { from, to, insert }: TextChange): string =>
  text.slice(0, from) + insert + text.slice(to)
