import { CallError } from '#web/call.ts'
import { showGlobalError } from '#web/error-list.ts'
import { isOffline } from '#web/network/device.ts'
import { FAILURE_TEXTS } from '#web/network/failure.texts.ts'
import { reportError as endpoint, type Level } from '../error-log.endpoints.ts'
import { NOT_AN_ERROR, RECORDED } from '../report-error.texts.ts'

export interface ErrorContext {
  level?: Level
  /** React's component stack. */
  componentInfo?: string | undefined
  /** True when the viewer needs no message: the error has no visible effect, or the page shows it itself. */
  isQuiet?: boolean
}

const TITLE = 'Something went wrong'

/** A page that fails repeatedly sends the same reports repeatedly. */
const MAX_PER_PAGE = 10
/** Limits in characters: even with three bytes for each of them a report stays below 16 KB. */
const MAX = { text: 300, stack: 2500, componentInfo: 800 }

const seenErrors = new WeakSet<object>()
const reportedKeys = new Set<string>()

/** Code that failed to load over a bad network. */
const MISSING_CODE = /dynamically imported module|Importing a module script failed|Unable to preload CSS/
/** Errors of others: harmless warnings of browsers, browser extensions, and scripts of other origins. */
const NOISE = /ResizeObserver loop|^Script error\.?$/
const FOREIGN = /\b(?:chrome|moz|safari(?:-web)?)-extension:\/\//

/**
 * Shows an unhandled error to the viewer and reports it to the server (R-ERR-01..03): each error once, at most ten for
 * a page. It never throws. Refusals and network failures are shown but not reported.
 */
export function reportError(error: unknown, context: ErrorContext = {}): void {
  if (typeof error === 'object' && error !== null) {
    if (seenErrors.has(error)) return
    seenErrors.add(error)
  }
  if (error instanceof CallError) {
    if (!context.isQuiet) showGlobalError(TITLE, error.message)
    return
  }
  const { name, message, stack } = partsOf(error)
  if (name === 'AbortError' || NOISE.test(message) || FOREIGN.test(stack)) return
  if (MISSING_CODE.test(message)) {
    if (!context.isQuiet) showGlobalError(TITLE, FAILURE_TEXTS[isOffline() ? 'offline' : 'network'])
    if (isOffline()) return
  } else if (!context.isQuiet) showGlobalError(TITLE, RECORDED)

  const key = [name, message, stack].join('\n')
  if (reportedKeys.has(key) || reportedKeys.size >= MAX_PER_PAGE) return
  reportedKeys.add(key)
  const body = {
    message: message.slice(0, MAX.text),
    error: { name: name.slice(0, MAX.text), message: message.slice(0, MAX.text), stack: stack.slice(0, MAX.stack) },
    level: MISSING_CODE.test(message) ? 'warning' : (context.level ?? 'error'),
    context: {
      timestamp: new Date().toISOString(),
      url: location.href.slice(0, MAX.text),
      userAgent: navigator.userAgent.slice(0, MAX.text),
      ...(context.componentInfo && { componentInfo: context.componentInfo.slice(0, MAX.componentInfo) }),
    },
  }
  // `keepalive` sends the report even while the page unloads; a failure is ignored.
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
  // JavaScript can throw any value.
  return { name: 'Error', message: textOf(error) || NOT_AN_ERROR, stack: '' }
}

function textOf(thrown: unknown): string {
  try {
    return typeof thrown === 'object' ? JSON.stringify(thrown) : String(thrown)
  } catch {
    return ''
  }
}
