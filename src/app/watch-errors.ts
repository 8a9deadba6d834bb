import type { RootOptions } from 'react-dom/client'
import { isRouteErrorResponse } from 'react-router'
import type { ErrorContext } from '#features/error-log/web/report-error.ts'
import { onQuietError } from '#web/quiet-errors.ts'

/**
 * The code that handles an error is loaded with the first one. If it fails to load, nothing is reported, and nothing
 * breaks.
 */
export function reportCaughtError(error: unknown, meeting?: ErrorContext): void {
  // A missing address has its own page.
  if (isRouteErrorResponse(error) || error instanceof Response) return
  import('#features/error-log/web/report-error.ts').then(
    ({ reportError }) => reportError(error, meeting),
    () => {},
  )
}

/** Reports uncaught errors. */
export function watchErrors(): void {
  addEventListener('error', ({ error, message }) => reportCaughtError(error ?? message))
  addEventListener('unhandledrejection', ({ reason }) => reportCaughtError(reason))
  onQuietError((error) => reportCaughtError(error, { level: 'warning', isQuiet: true }))
}

/**
 * Reports React's errors (R-ERR-02): caught by a boundary or uncaught, or recovered by another rendering, which nobody
 * sees.
 */
export const ROOT_ERRORS = {
  onCaughtError: (error, { componentStack }) => said(error, { componentInfo: componentStack }),
  onUncaughtError: (error, { componentStack }) => said(error, { componentInfo: componentStack }),
  onRecoverableError: (error, { componentStack }) =>
    said(error, { componentInfo: componentStack, level: 'warning', isQuiet: true }),
} satisfies RootOptions

function said(error: unknown, meeting: ErrorContext): void {
  console.error(error)
  reportCaughtError(error, meeting)
}
