import { platformIdOf } from '#features/catalogue/server/sources/platforms.service.ts'
import { meaningOf } from '../words/status-words.ts'

/** A value with its scale or unit, and a comment behind it: '9/10, really good'. */
const RATED = /^(.+\s[-–—]\s~?\d[\d.,:½]*\s?(?:\/\s?\d{1,3}|%|\p{L}{1,5}\.?)|.+\s[-–—]\s[★⭐½☆]+)[,;]\s+(\S.*)$/u
const COMMENT = /^([^:：]+)[:：]\s+(\p{Ll}.*)$/u

/**
 * Divides the items of a list into what they say of a game and the comment behind it: 'Hades – 9/10, so good', and 'Inside: muy bueno'
 * where half of the items have such a comment, because titles go on with a capital letter.
 */
export function commentsOf(items: readonly string[]): { names: string[]; comments: string[] } {
  const names = items.map(withPlatform)
  const isCommented = names.filter((name) => COMMENT.test(name)).length * 2 >= names.length && names.length > 1
  const found = names.map((name) => RATED.exec(name) ?? commentLast(name) ?? (isCommented ? COMMENT.exec(name) : null))
  return {
    names: names.map((name, at) => found[at]?.[1] ?? name),
    comments: found.map((match) => match?.[2] ?? ''),
  }
}

/** 'Gorogoa – 8/10 – short and clever' */
const LAST = /^(.+\s[-–—]\s\d[\d.,½]*\s?\/\s?\d{1,3})\s[-–—]\s(\p{L}[^\d]*)$/u
const commentLast = (name: string): RegExpExecArray | null => {
  const match = LAST.exec(name)
  const comment = match?.[2] ?? ''
  return meaningOf(comment) === undefined && platformIdOf(comment) === null ? match : null
}

/** 'Gothic 2 — finished, 9/10 (PC)' has its platform behind the title, where a title has it. */
const PLATFORM_LAST = /^(.+?)(\s[-–—]\s.+?)\s*([([]([^()[\]]{2,40})[)\]])$/u
const withPlatform = (name: string): string => {
  const [, title, said, brackets, inside = ''] = PLATFORM_LAST.exec(name) ?? []
  const isPlatform = inside !== '' && inside.split(/[,/]/).every((part) => platformIdOf(part) !== null)
  return isPlatform ? `${title} ${brackets}${said}` : name
}
