import { meaningOf } from '../words/status-words.ts'
import { sectionNamed } from './sections.ts'

// Texts that people write to others: mails, posts of a forum and their signatures.

const MAIL_HEADER =
  /^(?:from|to|cc|subject|date|reply-to|message-id|von|an|betreff|datum|de|à|objet|para|asunto|da|oggetto|do|temat|от|кому|тема)\s?:\s\S/iu
const QUOTE =
  /^\s?>|^(?:on|am|le|el|em|il|w dniu)\s.{5,80}\s(?:wrote|schrieb|a écrit|escribió|escreveu|ha scritto|napisał\(?a?\)?)\s?:\s*$/iu
const SIGNATURE = /^(?:--|__+)\s?$/

/** Returns whether the beginning of a text is a mail, or quotes one. */
export const saysLetter = (beginning: string): boolean => MAIL_HEADER.test(beginning) || /^\s?>\s/m.test(beginning)

/** Returns the lines of a mail without its header, what it quotes, and its end; other lines without the marks of quotes. */
export function withoutLetter(lines: readonly string[]): readonly string[] {
  const header = lines.findIndex((line) => !MAIL_HEADER.test(line) && !/^\s+\S/.test(line))
  const isMail = header >= FEWEST_HEADERS && lines.slice(0, header).some((line) => ONLY_MAIL.test(line))
  if (!isMail) return lines.map((line) => line.replace(/^\s?>\s?/, ''))
  const own = lines.slice(header).filter((line) => !QUOTE.test(line))
  const signature = own.findIndex((line) => SIGNATURE.test(line))
  const body = signature === -1 ? own : own.slice(0, signature)
  const last = body.findLastIndex((line) => ITEM.test(line))
  const after = body.slice(last + 1).filter((line) => line.trim() !== '')
  return last !== -1 && after.length <= LONGEST_END ? body.slice(0, last + 1) : body
}
const ITEM = /^\s*(?:[-*•–]|\d{1,4}[.)])\s+\S/
/** A farewell and a name. */
const LONGEST_END = 3
const FEWEST_HEADERS = 2
/** What the properties of a note do not have: an address, and a subject. */
const ONLY_MAIL = /\w@\w|^(?:subject|betreff|objet|asunto|oggetto|temat|тема)\s?:/iu

/**
 * Returns lines such as 'Beaten 2023: Portal 2, Gris' as rows with the game and what stands before the colon. Null unless each line but one
 * is such a line.
 */
export function rowsOfLabels(all: readonly string[]): string[][] | null {
  const lines = all.map((line) => line.trim().replace(/^[-*•]\s+/, '')).filter((line) => line !== '')
  const items = lines.flatMap((line) => {
    const [, label = '', names = ''] = /^([^:：]{2,40})[:：]\s*(\S.*)$/u.exec(line) ?? []
    const section = label === '' ? null : statusIn(label)
    return section === null ? [] : [{ section, names }]
  })
  if (items.length < FEWEST_LABELS || lines.length - items.length > 1) return null
  return [
    ['List', 'Title'],
    ...items.flatMap(({ section, names }) => splitOutside(names).map((name) => [section, name])),
  ]
}
const FEWEST_LABELS = 2

/** 'Now playing', 'Beaten 2023'. */
function statusIn(label: string): string | null {
  const name = sectionNamed(label.replace(/\s(?:19|20)\d\d$/, '')) ?? label
  return meaningOf(name) === undefined ? null : name
}

/** Divides a list at the commas that stand in no brackets. */
const splitOutside = (text: string): string[] =>
  text
    .split(/[,;、，](?![^([]*[)\]])/u)
    .map((name) => name.trim().replace(/\.$/, ''))
    .filter((name) => name !== '' && !/^(?:none|nothing|-|–|—)$/i.test(name))
