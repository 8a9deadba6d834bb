import { CallError } from '#web/call.ts'
import { showGlobalError } from '#web/error-list.ts'
import { isOffline } from '#web/network/device.ts'
import { FAILURE_TEXTS } from '#web/network/failure.ts'
import { reportError as endpoint, type Level } from '../error-log.contract.ts'

export interface ErrorContext {
  level?: Level
  /** React's stack of components. */
  componentInfo?: string | undefined
  /** The person need not be told: they have seen nothing of it, or the page says so itself. */
  isQuiet?: boolean
}

const TITLE = 'Something went wrong'
const NOTED = 'It has been noted. What you saved is safe.'

/** A page that fails over and over says the same over and over. */
const MOST_PER_PAGE = 10
/** Characters: with all of them of three bytes a report stays below 16 KB. */
const MOST = { text: 300, stack: 2500, componentInfo: 800 }

const met = new WeakSet<object>()
const told = new Set<string>()

/** Code that a bad network did not bring. */
const MISSING_CODE = /dynamically imported module|Importing a module script failed|Unable to preload CSS/
/** Nothing of ours: what browsers only mention, what extensions do, what scripts of others hide. */
const NOISE = /ResizeObserver loop|^Script error\.?$/
const FOREIGN = /\b(?:chrome|moz|safari(?:-web)?)-extension:\/\//

/**
 * Tells the person and the server of an error that nobody else has dealt with (R-ERR-01..03): each once, ten of a page at
 * most, and without ever failing itself. What the server has declined or never heard is no error of the page.
 */
export function reportError(error: unknown, meeting: ErrorContext = {}): void {
  if (typeof error === 'object' && error !== null) {
    if (met.has(error)) return
    met.add(error)
  }
  if (error instanceof CallError) {
    if (!meeting.isQuiet) showGlobalError(TITLE, error.message)
    return
  }
  const { name, message, stack } = partsOf(error)
  if (name === 'AbortError' || NOISE.test(message) || FOREIGN.test(stack)) return
  if (MISSING_CODE.test(message)) {
    if (!meeting.isQuiet) showGlobalError(TITLE, FAILURE_TEXTS[isOffline() ? 'offline' : 'network'])
    if (isOffline()) return
  } else if (!meeting.isQuiet) showGlobalError(TITLE, NOTED)

  const key = [name, message, stack].join('\n')
  if (told.has(key) || told.size >= MOST_PER_PAGE) return
  told.add(key)
  const body = {
    message: message.slice(0, MOST.text),
    error: { name: name.slice(0, MOST.text), message: message.slice(0, MOST.text), stack: stack.slice(0, MOST.stack) },
    level: MISSING_CODE.test(message) ? 'warning' : (meeting.level ?? 'error'),
    context: {
      timestamp: new Date().toISOString(),
      url: location.href.slice(0, MOST.text),
      userAgent: navigator.userAgent.slice(0, MOST.text),
      ...(meeting.componentInfo && { componentInfo: meeting.componentInfo.slice(0, MOST.componentInfo) }),
    },
  }
  // Also while the page goes away; whatever becomes of it.
  fetch(endpoint.path, {
    method: endpoint.method,
    headers: { 'content-type': 'application/json' },
    keepalive: true,
    body: JSON.stringify(body),
  }).catch(() => {})
}

function partsOf(error: unknown): { name: string; message: string; stack: string } {
  if (error instanceof Error || error instanceof DOMException) {
    const { name, message, stack = '' } = error
    return { name, message: message || name, stack }
  }
  // Anything can be thrown.
  return { name: 'Error', message: textOf(error) || 'Something that is no error was thrown', stack: '' }
}

function textOf(thrown: unknown): string {
  try {
    return typeof thrown === 'object' ? JSON.stringify(thrown) : String(thrown)
  } catch {
    return ''
  }
}
