import { cx } from './class-names.ts'

/**
 * For content whose layout is unknown while it loads; lists and pages have skeletons. The message appears and is
 * announced after 150 ms (R-UI-02).
 */
export function LoadingSpinner({ message = 'Loading...', className }: { message?: string; className?: string }) {
  return (
    <p className={cx('spinner', className)} role="status">
      <span className="spinner-ring" aria-hidden="true" />
      {message}
    </p>
  )
}
