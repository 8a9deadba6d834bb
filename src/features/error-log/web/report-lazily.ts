import type { ErrorContext } from './report-error.ts'

/** Loads the code that reports errors with the first error. If it cannot be loaded, the error is not reported. */
export function reportLazily(error: unknown, context?: ErrorContext): void {
  import('./report-error.ts').then(
    (module) => module.reportError(error, context),
    () => {},
  )
}
