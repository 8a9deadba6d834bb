import type { RootOptions } from 'react-dom/client'
import { isRouteErrorResponse } from 'react-router'
import type { ErrorContext } from '#features/error-log/web/report-error.ts'
import { reportLazily } from '#features/error-log/web/report-lazily.ts'

export function reportCaughtError(error: unknown, context?: ErrorContext): void {
  // Addresses that do not exist have their own page.
  if (isRouteErrorResponse(error) || error instanceof Response) return
  reportLazily(error, context)
}

/** Reports uncaught errors. */
export function watchErrors(): void {
  addEventListener('error', ({ error, message }) => reportCaughtError(error ?? message))
  addEventListener('unhandledrejection', ({ reason }) => reportCaughtError(reason))
}

/**
 * Reports React's errors (R-ERR-02): caught by a boundary, uncaught, or recovered by rendering again, which nobody
 * sees.
 */
export const ROOT_ERRORS = {
  onCaughtError: (error, { componentStack }) => logAndReport(error, { componentInfo: componentStack }),
  onUncaughtError: (error, { componentStack }) => logAndReport(error, { componentInfo: componentStack }),
  onRecoverableError: (error, { componentStack }) =>
    logAndReport(error, { componentInfo: componentStack, level: 'warning', isQuiet: true }),
} satisfies RootOptions

function logAndReport(error: unknown, context: ErrorContext): void {
  console.error(error)
  reportCaughtError(error, context)
}
