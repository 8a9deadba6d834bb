import type { ViewAs } from '#features/profiles/profiles.endpoints.ts'
import type { UserId } from '#shared/ids.ts'
import { cx } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/icon.tsx'
import { useNow } from '#web/use-env.ts'
import { yearBegunEverywhere } from '../years.rules.ts'
import { yearHref } from './year-address.ts'

/** A link to the member's current year. */
export function YearLink({ userId, as, className }: { userId: UserId; as: ViewAs | null; className?: string }) {
  const year = yearBegunEverywhere(useNow())
  return (
    <a className={cx('year-link', className)} href={yearHref(userId, year, as)}>
      <b>{year}</b> in games
      <Icon name="right" />
    </a>
  )
}
