import { cx } from '#web/ui/class-names.ts'
import type { Shape } from '../badges.rules.ts'
import { badgeArt, SIDE } from './badge-art.ts'

const RADIUS = 31
const ROUND = 2 * Math.PI * RADIUS

/** Renders the drawing of a badge. Without `share` it is earned; with it, it is locked, and the share is the progress. */
export function BadgePin(props: {
  badge: { icon: Shape; level: number }
  size: number
  /** 0 to 1; null without progress. */
  share?: number | null
  className?: string
}) {
  const { badge, size, share } = props
  const { tones, outline } = badgeArt(badge.icon, badge.level)
  return (
    <svg
      viewBox={`0 0 ${SIDE} ${SIDE}`}
      width={size}
      height={size}
      className={cx('pin', `pin-${badge.icon}`, props.className)}
      aria-hidden="true"
    >
      {share === undefined ? (
        tones.map(({ tone, d }) => <path key={tone} className={`pin-t${tone}`} d={d} />)
      ) : (
        <>
          <path className="pin-outline" d={outline} transform="translate(9.6 9.6) scale(.7)" />
          <circle className="pin-ring" cx="32" cy="32" r={RADIUS} />
          {share !== null && share > 0 && (
            <circle
              className="pin-arc"
              cx="32"
              cy="32"
              r={RADIUS}
              strokeDasharray={`${ROUND * share} ${ROUND}`}
              transform="rotate(-90 32 32)"
            />
          )}
        </>
      )}
    </svg>
  )
}
