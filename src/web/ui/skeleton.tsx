import { cx } from './class-names.ts'

/**
 * A grey placeholder with the size of the coming content; it appears after 150 ms. Set its size with utility classes.
 */
export function Skeleton(props: { className?: string; round?: boolean }) {
  return <span className={cx('skeleton', props.round && 'skeleton-round', props.className)} aria-hidden="true" />
}

/** A skeleton as high as a button. */
export function ControlSkeleton({ className }: { className?: string }) {
  return <Skeleton className={cx('skeleton-control', className)} />
}
