import type { ViewAs } from '#features/profiles/profiles.endpoints.ts'
import type { UserId } from '#shared/ids.ts'
import { cx } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/icon.tsx'
import { statisticsHref } from './statistics-address.ts'

/** A link to the statistics of a member; without an id to the viewer's own. */
export function StatisticsLink(props: {
  userId: UserId | null
  as: ViewAs | null
  /** Only of this year. */
  year?: number
  className?: string
}) {
  const { userId, as, year } = props
  return (
    <a className={cx('year-link', props.className)} href={statisticsHref({ userId, as }, year?.toString())}>
      <b>Statistics</b>
      {year && ` of ${year}`}
      <Icon name="right" />
    </a>
  )
}
