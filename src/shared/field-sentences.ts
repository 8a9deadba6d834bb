import * as z from 'zod/mini'
import { plural } from './counted.ts'

/**
 * Returns the message for an invalid field whose contract defines none: a sentence that begins with the name of the
 * field. The validation library's own messages ("Invalid input: expected string, received undefined") are for
 * programmers.
 */
function fieldSentence(issue: z.core.$ZodRawIssue): string {
  return `${labelOf(issue.path)} ${predicateOf(issue)}`
}

/** Makes every schema use these messages from now on. Call it once on the server and once in the browser. */
export function configureFieldSentences(): void {
  z.config({ localeError: fieldSentence })
}

/** Returns `current_password` and `displayName` as words for people; for an index in a list, the name of the list. */
function labelOf(path: readonly PropertyKey[] | undefined): string {
  const name = path?.findLast((part) => typeof part === 'string')
  if (!name || !/^[a-zA-Z][\w-]{0,40}$/.test(name)) return 'The request'
  const words = name.replace(/([a-z])([A-Z])/g, '$1 $2').replace(/[_-]+/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1).toLowerCase()
}

function predicateOf(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined || issue.input === null ? 'is required' : `must be ${kindOf(issue.expected)}`
    case 'invalid_value':
      return choiceOf(issue.values)
    case 'too_big': {
      const { origin, maximum, inclusive } = issue
      if (origin === 'string') return `is too long (max ${maximum} characters)`
      if (origin === 'array' || origin === 'set') return `has too many entries (max ${maximum})`
      if (origin === 'file') return 'is too large'
      return inclusive === false ? `must be less than ${maximum}` : `must be at most ${maximum}`
    }
    case 'too_small': {
      const { origin, minimum, inclusive } = issue
      const least = (many: string) => `must have at least ${many}`
      if (origin === 'string') return Number(minimum) > 1 ? least(`${minimum} characters`) : 'is required'
      if (origin === 'array' || origin === 'set')
        return least(plural(Number(minimum), 'one entry', `${minimum} entries`))
      return inclusive === false ? `must be more than ${minimum}` : `must be at least ${minimum}`
    }
    case 'invalid_format':
      return FORMATS[issue.format] ?? 'has the wrong format'
    case 'not_multiple_of':
      if (issue.divisor === 1) return 'must be a whole number'
      return `must be a multiple of ${issue.divisor}`
    case 'unrecognized_keys':
      return 'has unknown fields'
    default:
      return 'is not valid'
  }
}

const FORMATS: Record<string, string> = {
  email: 'must be an email address',
  url: 'must be a web address',
  uuid: 'is not a valid id',
  guid: 'is not a valid id',
  datetime: 'must be a date with a time',
  date: 'must be a date',
  time: 'must be a time',
}

const KINDS: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  bigint: 'a whole number',
  boolean: 'true or false',
  date: 'a date',
  array: 'a list',
  tuple: 'a list',
  object: 'an object',
  record: 'an object',
}

const kindOf = (expected: string) => KINDS[expected] ?? 'something else'

/** A message names at most this many choices. */
const CHOICES_NAMED = 12

function choiceOf(values: readonly unknown[]): string {
  const known = values.filter((value) => ['string', 'number', 'boolean'].includes(typeof value))
  if (known.length === 0 || known.length > CHOICES_NAMED) return 'is not one of the choices'
  return `must be ${known.length > 1 ? 'one of ' : ''}${known.join(', ')}`
}
