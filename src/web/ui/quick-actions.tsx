import { cx } from './class-names.ts'
import { Icon } from './icon.tsx'
import { MenuButton } from './menu-button.tsx'
import type { MenuEntry, MenuItem } from './menu-entries.ts'
import type { PosterMark } from './poster.tsx'
import { RatingInput } from './rating.tsx'
import { STATUSES, type Status, statusInfo } from './status.tsx'

export interface QuickActionsProps {
  /** For the accessible names: "Rate Hades". */
  name?: string
  mark: PosterMark | null
  onRate: (rating: number | null) => void
  onStatus: (status: Status) => void
  onLike: (liked: boolean) => void
  onLog: () => void
  moreItems?: readonly MenuEntry[]
  /** Called when the menu is likely to be opened. */
  onMoreNear?: (() => void) | undefined
}

/** Returns the four statuses as menu entries, the current one ticked. */
export function statusEntries(current: Status | null, onStatus: (status: Status) => void): MenuItem[] {
  return STATUSES.map((s) => ({
    label: s.label,
    status: s.value,
    checked: s.value === current,
    onSelect: () => onStatus(s.value),
  }))
}

/** The bar at the bottom of a poster: stars; then status, heart, log, more. poster.css shows it on hover and focus. */
export function QuickActions(props: QuickActionsProps) {
  const { mark } = props
  const of = props.name ? ` ${props.name}` : ''
  const info = mark?.status ? statusInfo(mark.status) : null
  const more = props.moreItems ?? []
  return (
    <div className="quick-actions" role="group" aria-label={`Quick actions${props.name ? ` for ${props.name}` : ''}`}>
      <RatingInput size={19} value={mark?.rating ?? null} onChange={props.onRate} label={`Rate${of}`} />
      <div className="quick-actions-row">
        <MenuButton
          className={cx('quick-actions-button', info && `tag-${info.tone}`)}
          label={info ? `Status: ${info.label}` : 'Set status'}
          items={statusEntries(mark?.status ?? null, props.onStatus)}
        >
          <Icon name={info?.icon ?? 'want'} />
        </MenuButton>
        <button
          type="button"
          className="quick-actions-button quick-actions-heart"
          aria-label={`Like${of}`}
          aria-pressed={mark?.liked ?? false}
          data-tip={mark?.liked ? 'Liked' : 'Like'}
          onClick={() => props.onLike(!mark?.liked)}
        >
          <Icon name="heart" />
        </button>
        <button
          type="button"
          className="quick-actions-button"
          aria-label={`Log${of}`}
          data-tip="Log"
          onClick={props.onLog}
        >
          <Icon name="pen" />
        </button>
        {more.length > 0 && (
          <MenuButton
            className="quick-actions-button quick-actions-more"
            label="More"
            items={more}
            align="end"
            onNear={props.onMoreNear}
          >
            <Icon name="dots" />
          </MenuButton>
        )}
      </div>
    </div>
  )
}
