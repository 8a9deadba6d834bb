import { cx } from './class-names.ts'

/**
 * What is on its way where its shape is not known; lists and pages have skeletons. The message is seen and spoken, after
 * 150 ms (R-UI-02).
 */
export function LoadingSpinner({ message = 'Loading...', className }: { message?: string; className?: string }) {
  return (
    <p className={cx('spinner', className)} role="status">
      <span className="spinner-ring" aria-hidden="true" />
      {message}
    </p>
  )
}
