/** Replaces a value that only its owner may read. */
const MASKED = '[masked]'

const SECRET_NAMES =
  'token|code|secret|password|passwd|pwd|passphrase|key|state|otp|pin|auth|authorization|session|sid|signature|credential'

/** Every repetition is bounded, because anybody can send a report and none may block the server. */
const MASKS: readonly (readonly [RegExp, string])[] = [
  // Cookies: the whole value of a header, and our own cookies by name.
  [/((?:set-)?cookie["']?\s{0,3}[:=]\s{0,3})[^\n]+/gi, `$1${MASKED}`],
  [/((?:__Host-|__Secure-)?savepoint\.[a-z_]{1,40}=)[^;\s"']+/g, `$1${MASKED}`],
  [/\b(bearer|basic)\s{1,3}[\w.~+/=-]{4,}/gi, `$1 ${MASKED}`],
  // Names with values: ?code=…, "token": "…", password = …
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

/** Masks email addresses, tokens, codes, passwords and cookies in a text (G51). Ids and file names stay. */
export function maskSecrets(text: string): string {
  let masked = text
  for (const [pattern, replacement] of MASKS) masked = masked.replace(pattern, replacement)
  // Masks random strings: long, with letters and digits.
  return masked.replace(/[A-Za-z0-9_-]{20,}/g, (word, at: number) => {
    const isFile = /^\.(?:m?[jt]sx?|css)\b/.test(masked.slice(at + word.length, at + word.length + 5))
    const looksRandom = /\d/.test(word) && /[A-Za-z]/.test(word)
    return looksRandom && !isFile && !UUID.test(word) ? MASKED : word
  })
}

/** Returns path and search of a URL of our origin, or the URL of another origin, masked. The fragment is removed. */
export function maskedAddress(address: string, ownOrigin: string): string {
  try {
    const url = new URL(address, ownOrigin)
    return maskSecrets(`${url.origin === ownOrigin ? '' : url.origin}${url.pathname}${url.search}`)
  } catch {
    return ''
  }
}

/**
 * Returns the pattern of a page, such as `/game/:id` for `/game/igdb_1942?tab=media`. Segments that identify a single
 * thing become `:id`.
 */
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

/** The number of stack frames that distinguish one error from another. */
const COMPARED_FRAMES = 3

/**
 * Returns the part that all reports of an error share: the name, the message without numbers, the top of the stack, and
 * the page's pattern. It excludes parts that differ between builds: lines, columns and the hashes in file names.
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
    .slice(0, COMPARED_FRAMES)
    .map(normalize)
  return [report.level, report.name, normalize(report.message), ...frames, report.path].join('\n')
}

function normalize(text: string): string {
  return text
    .trim()
    .replace(/https?:\/\/[^/\s)]+/g, '')
    .replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi, ':id')
    .replace(/-[\w-]{7,8}(?=\.(?:m?js|css)\b)/g, '')
    .replace(/(?<=\.\w{2,4})(?:\?[^\s):]*)?:\d+(?::\d+)?/g, '')
    .replace(/\d+/g, '#')
}
