/** Stands for what nobody but its owner may read. */
export const MASKED = '[masked]'

const SECRET_NAMES =
  'token|code|secret|password|passwd|pwd|passphrase|key|state|otp|pin|auth|authorization|session|sid|signature|credential'

/** Every repetition is bounded: a report comes from anybody, and none may keep the server busy. */
const MASKS: readonly (readonly [RegExp, string])[] = [
  // Cookies: all of a header, and our own by their names.
  [/((?:set-)?cookie["']?\s{0,3}[:=]\s{0,3})[^\n]+/gi, `$1${MASKED}`],
  [/((?:__Host-|__Secure-)?savepoint\.[a-z_]{1,40}=)[^;\s"']+/g, `$1${MASKED}`],
  [/\b(bearer|basic)\s{1,3}[\w.~+/=-]{4,}/gi, `$1 ${MASKED}`],
  // Name and value: ?code=…, "token": "…", password = …
  [
    new RegExp(
      `\\b([\\w-]{0,30}(?:${SECRET_NAMES})[\\w-]{0,10}(?:"|'|%22)?\\s{0,3}(?:=|:|%3D|%3A)\\s{0,3})("[^"\\n]*"|'[^'\\n]*'|[^\\s"'&;,)}]+)`,
      'gi',
    ),
    `$1${MASKED}`,
  ],
  // "code 123456", "recovery code abcde-fghij".
  [/\b(codes?|otp|pin)(\s{1,3})(?=[\w-]{0,40}\d)[\w-]{4,}/gi, `$1$2${MASKED}`],
  [/[\w.+%-]{1,64}(?:@|%40)[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/g, MASKED],
  [/\beyJ[\w-]{5,}\.[\w-]{2,}(?:\.[\w-]*)?/g, MASKED],
]

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Takes e-mail addresses, tokens, codes, passwords and cookies out of a text (G51). Ids and file names stay. */
export function maskSecrets(text: string): string {
  let masked = text
  for (const [pattern, instead] of MASKS) masked = masked.replace(pattern, instead)
  // What looks drawn by lot: long, of letters and digits.
  return masked.replace(/[A-Za-z0-9_-]{20,}/g, (word, at: number) => {
    const isFile = /^\.(?:m?[jt]sx?|css)\b/.test(masked.slice(at + word.length, at + word.length + 5))
    const isDrawn = /\d/.test(word) && /[A-Za-z]/.test(word)
    return isDrawn && !isFile && !UUID.test(word) ? MASKED : word
  })
}

/** Path and search of an address of ours; of another one its origin too. What stands behind # is left out. */
export function maskedAddress(address: string, ownOrigin: string): string {
  try {
    const url = new URL(address, ownOrigin)
    return maskSecrets(`${url.origin === ownOrigin ? '' : url.origin}${url.pathname}${url.search}`)
  } catch {
    return ''
  }
}

/** `/game/:id` of `/game/igdb_1942?tab=media`: what names one thing among many of its kind is `:id`. */
export function pathPattern(address: string): string {
  let path = address
  try {
    path = new URL(address, 'http://localhost').pathname
  } catch {
    return '/'
  }
  const parts = path.split('/').filter((part) => part !== '')
  const isName = (part: string, at: number) => /^[a-z][a-z-]{0,23}$/.test(part) && parts[at - 1] !== 'profile'
  return `/${parts
    .slice(0, 6)
    .map((part, at) => (isName(part, at) ? part : ':id'))
    .join('/')}`
}

/** So many of a stack's frames tell one error from another. */
const TELLING_FRAMES = 3

/**
 * What reports of one error have in common: name, message without its numbers, the top of the stack without places that
 * every build moves, and the kind of page. Line, column and the build's hash in file names are left out.
 */
export function groupingKey(report: {
  level: string
  name: string
  message: string
  stack: string
  path: string
}): string {
  const frames = report.stack
    .split('\n')
    .filter((line) => /^\s*at\s|@.*:\d+/.test(line))
    .slice(0, TELLING_FRAMES)
    .map(steady)
  return [report.level, report.name, steady(report.message), ...frames, report.path].join('\n')
}

function steady(text: string): string {
  return text
    .trim()
    .replace(/https?:\/\/[^/\s)]+/g, '')
    .replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi, ':id')
    .replace(/-[\w-]{8}(?=\.(?:m?js|css)\b)/g, '')
    .replace(/(?<=\.\w{2,4})(?:\?[^\s):]*)?:\d+(?::\d+)?/g, '')
    .replace(/\d+/g, '#')
}
