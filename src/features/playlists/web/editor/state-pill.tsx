import { cx } from '#web/ui/class-names.ts'

/** Renders the state of a playlist as visitors meet it: Live if they see it, otherwise Draft (R-PLED-04, C28). */
export function StatePill({ isLive }: { isLive: boolean }) {
  return <span className={cx('state-pill', isLive && 'state-pill-live')}>{isLive ? 'Live' : 'Draft'}</span>
}
